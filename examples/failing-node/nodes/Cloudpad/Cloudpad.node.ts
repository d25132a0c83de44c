import { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription, NodeConnectionType } from 'n8n-workflow';
import { cloudpadRequest } from './GenericFunctions';

export class CloudpadNode implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'cloudpad',
    name: 'Cloudpad',
    icon: 'file:cloudpad.png',
    group: ['transform'],
    version: 1,
    description: 'Work with notes in Cloudpad.',
    defaults: {
      name: 'Cloudpad Node',
    },
    inputs: [NodeConnectionType.Main],
    outputs: [NodeConnectionType.Main],
    credentials: [
      {
        name: 'cloudpadApi',
        required: true,
      },
    ],
    properties: [
      {
        displayName: 'operation',
        name: 'operation',
        type: 'options',
        options: [
          { name: 'List Notes', value: 'list' },
          { name: 'Create Note', value: 'create' },
          { name: 'Delete Note 🗑️', value: 'delete' },
        ],
        default: 'get',
      },
      {
        displayName: 'Note id',
        name: 'noteId',
        type: 'string',
        required: false,
        default: '',
        description: 'id of the note.',
        displayOptions: { show: { operation: ['delete'] } },
      },
      {
        displayName: 'Text',
        name: 'text',
        type: 'string',
        default: '',
        displayOptions: { show: { operation: ['create'] } },
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        default: 100,
        description: 'How many notes',
        displayOptions: { show: { operation: ['list'] } },
      },
      {
        displayName: 'Debug',
        name: 'debug',
        type: 'boolean',
        default: false,
        description: 'print requests',
      },
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const out: INodeExecutionData[] = [];

    for (let i = 0; i < items.length; i++) {
      const operation = this.getNodeParameter('operation', i) as string;
      const limit: number = this.getNodeParameter('limit', i, 100) as string;
      try {
        if (operation === 'list') {
          const notes = await cloudpadRequest.call(this, 'GET', '/notes?limit=' + limit);
          notes.forEach((note: any) => out.push({ json: note }));
        } else if (operation === 'create') {
          const note = await cloudpadRequest.call(this, 'POST', '/notes', { text: this.getNodeParameter('text', i) });
          out.push({ json: note });
        } else if (operation === 'delete') {
          await cloudpadRequest.call(this, 'DELETE', '/notes/' + this.getNodeParameter('noteId', i));
          out.push({ json: { success: true } });
        }
      } catch (e) {
        console.log(e);
      }
    }

    return this.prepareOutputData(out);
  }
}
