import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';

export class HarborlineApi implements ICredentialType {
	name = 'harborlineApi';

	displayName = 'Harborline API';

	icon: Icon = { light: 'file:../icons/harborline.svg', dark: 'file:../icons/harborline.dark.svg' };

	documentationUrl = 'https://github.com/harborline/n8n-nodes-harborline#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The key from Settings > Integrations in your Harborline account',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				'X-Harborline-Key': '={{$credentials.apiKey}}',
			},
		},
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: 'https://api.harborline.example/v2',
			url: '/account',
		},
	};
}
