import { guard } from '../../../kernel/guard.ts';
import * as said from './shipped-output.ts';

export const shippedFiles = guard(said.ShippedFiles);
