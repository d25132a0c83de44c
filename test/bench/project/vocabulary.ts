import type { Random } from './random.ts';

/** What the generated package integrates: one service, as n8n asks. Its products are the nodes. */
export const company = { name: 'Quillmark', host: 'https://api.quillmark.example/v3', slug: 'quillmark' };

const areas = [
  'Accounts',
  'Assets',
  'Audits',
  'Billing',
  'Bookings',
  'Budgets',
  'Campaigns',
  'Catalog',
  'Contracts',
  'Courses',
  'Customers',
  'Deliveries',
  'Documents',
  'Events',
  'Expenses',
  'Fleet',
  'Forms',
  'Inventory',
  'Invoices',
  'Leads',
  'Loyalty',
  'Meetings',
  'Orders',
  'Payments',
  'Payroll',
  'Projects',
  'Purchasing',
  'Quotes',
  'Recruiting',
  'Rentals',
  'Reports',
  'Returns',
  'Reviews',
  'Schedules',
  'Shipping',
  'Subscriptions',
  'Suppliers',
  'Support',
  'Surveys',
  'Tickets',
] as const;

const branches = [
  '',
  'Partner',
  'Regional',
  'Archive',
  'Field',
  'Retail',
  'Wholesale',
  'Medical',
  'Marine',
  'School',
  'Hotel',
  'Garden',
  'Studio',
  'City',
  'Airport',
  'Harbour',
  'Energy',
  'Library',
  'Museum',
  'Sports',
  'Dairy',
  'Timber',
  'Textile',
  'Railway',
  'Water',
] as const;

/** How many different products there are. */
export const productCount = areas.length * branches.length;

/** The words of one product: `['Partner', 'Orders']`. */
export function productWords(index: number): string[] {
  const area = areas[index % areas.length] ?? '';
  const branch = branches[Math.floor(index / areas.length) % branches.length] ?? '';
  return [branch, area].filter((word) => word !== '');
}

/** A kind of thing that an API has. */
export interface Resource {
  /** Title Case. */
  title: string;
  /** camelCase. */
  name: string;
  /** Of the path in the API. */
  path: string;
}

export const resources: readonly Resource[] = [
  { title: 'Address', name: 'address', path: 'addresses' },
  { title: 'Attachment', name: 'attachment', path: 'attachments' },
  { title: 'Comment', name: 'comment', path: 'comments' },
  { title: 'Contact', name: 'contact', path: 'contacts' },
  { title: 'Discount', name: 'discount', path: 'discounts' },
  { title: 'Folder', name: 'folder', path: 'folders' },
  { title: 'Invoice', name: 'invoice', path: 'invoices' },
  { title: 'Label', name: 'label', path: 'labels' },
  { title: 'Location', name: 'location', path: 'locations' },
  { title: 'Message', name: 'message', path: 'messages' },
  { title: 'Note', name: 'note', path: 'notes' },
  { title: 'Order', name: 'order', path: 'orders' },
  { title: 'Payment', name: 'payment', path: 'payments' },
  { title: 'Product', name: 'product', path: 'products' },
  { title: 'Project', name: 'project', path: 'projects' },
  { title: 'Refund', name: 'refund', path: 'refunds' },
  { title: 'Shipment', name: 'shipment', path: 'shipments' },
  { title: 'Task', name: 'task', path: 'tasks' },
  { title: 'Team', name: 'team', path: 'teams' },
  { title: 'Warehouse', name: 'warehouse', path: 'warehouses' },
];

/** A field that any of them may have, as the lines of its property after the names. */
export interface Field {
  title: string;
  name: string;
  /** The rest of the property, a line each, without indentation. */
  rest: readonly string[];
}

const text = (title: string, name: string, description: string, placeholder?: string): Field => ({
  title,
  name,
  rest: [
    `type: 'string',`,
    `default: '',`,
    ...(placeholder === undefined ? [] : [`placeholder: 'e.g. ${placeholder}',`]),
    `description: '${description}',`,
  ],
});
const flag = (title: string, name: string, description: string): Field => ({
  title,
  name,
  rest: [`type: 'boolean',`, 'default: false,', `description: 'Whether ${description}',`],
});
const number = (title: string, name: string, description: string): Field => ({
  title,
  name,
  rest: [`type: 'number',`, 'typeOptions: {', '\tminValue: 0,', '},', 'default: 0,', `description: '${description}',`],
});
const date = (title: string, name: string, description: string): Field => ({
  title,
  name,
  rest: [`type: 'dateTime',`, `default: '',`, `description: '${description}',`],
});
const choice = (title: string, name: string, values: readonly string[], description: string): Field => ({
  title,
  name,
  rest: [
    `type: 'options',`,
    'options: [',
    ...values.flatMap((value) => ['\t{', `\t\tname: '${value}',`, `\t\tvalue: '${value.toLowerCase()}',`, '\t},']),
    '],',
    `default: '${values[0]?.toLowerCase()}',`,
    `description: '${description}',`,
  ],
});

/** By title, as n8n wants them listed. */
export const fields: readonly Field[] = [
  flag('Archived', 'archived', 'it was put away and is no longer shown in lists'),
  text('Author Name', 'authorName', 'Who wrote it', 'Nathan Smith'),
  choice('Channel', 'channel', ['App', 'Phone', 'Shop', 'Website'], 'The way by which it came in'),
  text('City', 'city', 'The city, as it is written on a letter', 'Rotterdam'),
  text('Code', 'code', 'The short code by which it is known', 'QM-2041'),
  choice('Color', 'color', ['Blue', 'Green', 'Red', 'Yellow'], 'The color in which it is shown'),
  text('Company', 'company', 'The company that it belongs to', 'Harborline'),
  text('Country Code', 'countryCode', 'The country, in two letters', 'NL'),
  choice('Currency', 'currency', ['CHF', 'EUR', 'GBP', 'USD'], 'The currency of all amounts'),
  date('Due Date', 'dueDate', 'The day by which it has to be done'),
  text('External Reference', 'externalReference', 'Your own number for it', 'ORDER-1042'),
  flag('Is Public', 'isPublic', 'everybody who has the link can see it'),
  text('Language', 'language', 'The language in which it is written', 'en'),
  number('Net Amount', 'netAmount', 'The amount before tax'),
  flag('Notify Owner', 'notifyOwner', 'the owner is told about the change'),
  choice('Priority', 'priority', ['High', 'Low', 'Normal', 'Urgent'], 'How soon it is looked at'),
  number('Quantity', 'quantity', 'How many of them there are'),
  text('Reason', 'reason', 'Why it was changed', 'The customer moved'),
  date('Start Date', 'startDate', 'The day from which it counts'),
  choice('Status', 'status', ['Active', 'Closed', 'Draft', 'Paused'], 'Where it stands'),
  text('Street', 'street', 'The street with the house number', 'Quay Street 12'),
  text('Subject', 'subject', 'What it is about, in one line', 'Late delivery'),
  number('Tax Rate', 'taxRate', 'The tax in percent'),
  text('Time Zone', 'timeZone', 'The time zone that times are given in', 'Europe/Amsterdam'),
];

/** What one product works with. */
export function resourcesOf(random: Random, count: number): Resource[] {
  return random.some(count, resources);
}

export const pascal = (words: readonly string[]) => words.join('');
export const camel = (words: readonly string[]) => {
  const joined = pascal(words);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
};

/** Lines, each so many tabs in. */
export function indent(tabs: number, lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : '\t'.repeat(tabs) + line)).join('\n');
}
