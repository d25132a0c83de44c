import { ICredentialType, INodeProperties } from 'n8n-workflow';

export class CloudpadApi implements ICredentialType {
  name = 'cloudpad';
  displayName = 'Cloudpad';
  documentationUrl = 'cloudpad docs';
  properties: INodeProperties[] = [
    {
      displayName: 'Api token',
      name: 'apiToken',
      type: 'string',
      default: '',
    },
    {
      displayName: 'Url',
      name: 'url',
      type: 'string',
      default: 'https://api.cloudpad.example',
    },
  ];
}
