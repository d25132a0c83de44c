import type {
  IAuthenticateGeneric,
  ICredentialDataDecryptedObject,
  ICredentialType,
  IHttpRequestOptions,
  INode,
  INodeProperties,
  Workflow,
} from 'n8n-workflow';
import type { RunInput } from '../plan/run-input.ts';
import { secretOf, secretsIn, wholeSecret } from '../trace/marks.ts';
import { most } from '../trace/trace-limits.ts';
import { privateKey, privateKeyFor, serviceAccountFor } from './private-keys.ts';
import { textOfFields } from './read-texts.ts';
import { isSecretField } from './secret-field.ts';
import { initialOption } from './stored-values.ts';

/** Characters from which on a secret of the author's own cannot be taken for another text. */
const shortestSecret = 8;

/** Characters from which on a value is not found in any text by chance. */
const shortestValue = 4;

/** What is selected in a field of a credential. */
interface Selection {
  credential: string;
  field: string;
  value: string;
}

/** The credentials of a package, filled in with values that can be recognised. */
export class SimulatedCredentials {
  readonly #types: ReadonlyMap<string, ICredentialType>;
  /** The author's own values, by credential and field. */
  #given: RunInput['credentialValues'] = {};
  /** Names of the fields of n8n's own credentials. */
  #hostFields: RunInput['hostCredentials'] = {};
  /** Secrets among the author's values, by the number of the field. */
  readonly #ownSecrets = new Map<string, string>();
  readonly #numbers: string[] = [];
  readonly #fields: string[][] = [];
  /** Those that were asked for, since the last run began. */
  used = new Set<string>();
  /** Those whose `preAuthentication` is in vain since then, and the field that it does not fill in. */
  readonly tokensLost = new Map<string, string | undefined>();

  /** What the secrets end with: nothing, or what makes them others. */
  #ending = '';
  #user = 'someone';
  /** Of servers of the user's own. */
  #host = usualHost;
  /** How often credentials were given to somebody else. */
  #others = 0;

  #selected: Selection | undefined;

  /** Characters of a secret: as many as nodes take for a key, unless they encrypt with it in another way. */
  #length = 32;

  constructor(types: ReadonlyMap<string, ICredentialType>) {
    this.#types = types;
  }

  /** Uses the author's own values, and fills in the fields that n8n's own credentials have. */
  useValues(given: RunInput['credentialValues'], hostFields: RunInput['hostCredentials'] = {}): void {
    this.#given = given;
    this.#hostFields = hostFields;
  }

  /** Names of the secrets that a text holds: `acmeApi.apiKey`. */
  secretsIn(text: string): string[] {
    const own = [...this.#ownSecrets].filter(
      ([value]) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)),
    );
    const numbers = [...secretsIn(text), ...own.map(([, number]) => number)];
    return [...new Set(numbers.map((number) => this.nameOf(number).slice(0, most.name)))].slice(0, most.marks);
  }

  /** Values in a text that are neither secrets nor addresses, of credentials that were used since the last run began. */
  valuesIn(text: string): string[] {
    const values = [...this.used].flatMap((name) =>
      this.#propertiesOf(name).flatMap((property) =>
        isSecretField(property) ? [] : [this.valuesOf(name)[property.name]],
      ),
    );
    const isNamed = (value: unknown): value is string =>
      typeof value === 'string' && value.length >= shortestValue && !address.includes(value) && text.includes(value);
    return [...new Set(values.filter(isNamed))];
  }

  /** Gives secrets other values from now on, or those that they had. */
  useOtherSecrets(others: boolean): void {
    this.#ending = others ? 'z' : '';
  }

  /**
   * Gives credentials to somebody else from now on: names of users, and secrets. Each time it is another one, for whom code
   * cannot have kept anything.
   */
  useOtherUser(others: boolean, { elsewhere = false } = {}): void {
    if (others) this.#others += 1;
    this.#ending = others ? `z${this.#others}` : '';
    this.#user = others ? `somebody${this.#others}` : 'someone';
    this.#host = elsewhere ? otherHost : usualHost;
  }

  /** The ID of credentials, nodes and workflows of the user. */
  get id(): string {
    return `${1 + (this.#ending === '' ? 0 : this.#others)}`;
  }

  /** Whether one of these credentials has values of the author's own. */
  areGiven(names: readonly string[]): boolean {
    return names.some((name) => Object.keys(this.#given[name] ?? {}).length > 0);
  }

  /** What a request has of the user before: a secret, or the address of the server. */
  keptIn(url: string, sent: string): 'secret' | 'address' | undefined {
    // A part of a secret may be of this user.
    const isFormer = ({ 0: text }: RegExpExecArray) => text.length >= this.#length;
    if (this.#ending !== '' && [...sent.matchAll(wholeSecret)].some(isFormer)) return 'secret';
    return this.#host === otherHost && URL.parse(url)?.host === usualHost ? 'address' : undefined;
  }

  /** What else can be selected in credentials, one at a time: in those that were used since the last run began unless given. */
  otherSelections(names: Iterable<string> = this.used): Selection[] {
    return [...names].flatMap((credential) => {
      const values = this.valuesOf(credential);
      return this.#propertiesOf(credential).flatMap(({ name: field, type, options = [] }) =>
        type !== 'options' || this.#given[credential]?.[field] !== undefined
          ? []
          : options.flatMap((option) =>
              'value' in option && typeof option.value === 'string' && option.value !== values[field]
                ? [{ credential, field, value: option.value }]
                : [],
            ),
      );
    });
  }

  /** Addresses without a scheme in the credentials that were used since the last run began, with one; the author's own stay. */
  wholeAddresses(): (Selection & { isDefault: boolean })[] {
    return [...this.used].flatMap((credential) => {
      const values = this.valuesOf(credential);
      return this.#propertiesOf(credential).flatMap((property) => {
        const { name: field, type, default: initial } = property;
        const { [field]: value } = values;
        const isEntered = type === 'string' && !isSecretField(property) && !this.#given[credential]?.[field];
        if (!isEntered || typeof value !== 'string' || !withoutScheme.test(value)) return [];
        return [{ credential, field, value: `https://${value.replace(/^\/\//, '')}`, isDefault: value === initial }];
      });
    });
  }

  /** Selects something else until something else is, or what is selected at first. @returns what was selected before */
  select(selection: Selection | undefined): Selection | undefined {
    const before = this.#selected;
    this.#selected = selection;
    return before;
  }

  /** Gives secrets so many characters from now on. */
  useSecretsOf(length: number): void {
    this.#length = length;
  }

  /** `acmeApi.apiKey` for the number of a secret; without the field where that is made up. */
  nameOf(number: string): string {
    const [credential, field] = number.split('.').map(Number);
    const name = this.#numbers[credential ?? -1];
    if (name !== undefined && !this.isKnown(name)) return name;
    return `${name}.${this.#fields[credential ?? -1]?.[field ?? -1]}`;
  }

  /** Whether it has a field for a secret. @param isShown whether the editor shows a field beside the values of all */
  hasSecrets(
    name: string,
    isShown: (values: ICredentialDataDecryptedObject, field: INodeProperties) => boolean,
  ): boolean {
    const values = this.valuesOf(name);
    return this.#propertiesOf(name).some((field) => isSecretField(field) && isShown(values, field));
  }

  isKnown(name: string): boolean {
    return this.#types.has(name);
  }

  type(name: string): ICredentialType | undefined {
    return this.#types.get(name);
  }

  parentsOf(name: string): string[] {
    const direct = this.#types.get(name)?.extends ?? [];
    return [...direct, ...direct.flatMap((parent) => (parent === name ? [] : this.parentsOf(parent)))].slice(0, 20);
  }

  #propertiesOf(name: string): INodeProperties[] {
    const own = this.#types.get(name)?.properties ?? [];
    return [
      ...(this.#types.get(name)?.extends ?? []).flatMap((parent) => this.#types.get(parent)?.properties ?? []),
      ...own,
    ];
  }

  /** Whether the test of a credential takes a field for the base of its addresses. */
  #isBase(name: string, field: string): boolean {
    const { test } = this.#types.get(name) ?? {};
    const base: unknown = Reflect.get(Object(test?.request), 'baseURL');
    return typeof base === 'string' && /^=?\{\{\s*\$credentials\??\.([\w$]+)/.exec(base)?.[1] === field;
  }

  /** The values of a credential. */
  valuesOf(name: string): ICredentialDataDecryptedObject {
    const values = this.#filledIn(name);
    return this.#host === usualHost ? values : JSON.parse(JSON.stringify(values).replaceAll(usualHost, this.#host));
  }

  #filledIn(name: string): ICredentialDataDecryptedObject {
    this.used.add(name);
    if (!this.#numbers.includes(name)) this.#numbers.push(name);
    const number = this.#numbers.indexOf(name);
    const fields: string[] = [];
    this.#fields[number] = fields;
    const secret = (field: string) => {
      fields.push(field);
      return `${secretOf(number, fields.length - 1, this.#length - this.#ending.length)}${this.#ending}`;
    };
    const line = [name, ...this.parentsOf(name)];
    const values: ICredentialDataDecryptedObject = { ...(this.#given[name] as ICredentialDataDecryptedObject) };
    if (this.#selected?.credential === name) values[this.#selected.field] = this.#selected.value;
    for (const property of this.#propertiesOf(name)) {
      const { name: field, type, default: initial, placeholder = '' } = property;
      const isSecret = isSecretField(property);
      const own = values[field] || privateKeyFor(property, `${number}.${field}${this.#ending}`);
      if (own !== undefined) values[field] = own;
      if (isSecret && typeof own === 'string' && own.length >= shortestSecret) {
        fields.push(field);
        this.#ownSecrets.set(own, `${number}.${fields.length - 1}`);
      }
      if (own !== undefined && own !== '') continue;
      const isJson = type === 'json' || /json$/i.test(field);
      const json =
        serviceAccountFor(property, () => secret(field)) ?? (isJson ? filledJson(placeholder, secret) : undefined);
      if (json !== undefined) values[field] = json;
      else if (isBase32(property)) values[field] = base32;
      else if (isSecret && (initial === undefined || initial === '' || property.typeOptions?.password === true))
        values[field] = secretLike(placeholder, secret(field));
      else if (type === 'options' || type === 'multiOptions') values[field] = initialOption(property) as string;
      else if (type === 'string' && (initial === '' || initial === undefined))
        values[field] = this.#isBase(name, field) ? address : plausible(field, placeholder, this.#user);
      else if (initial !== undefined) values[field] = completed(initial) as string;
    }
    if (line.includes('oAuth2Api') || /oauth2/i.test(name)) {
      values['clientId'] ??= `client${this.#ending}`;
      values['clientSecret'] ??= secret('clientSecret');
      values['oauthTokenData'] = {
        access_token: secret('accessToken'),
        token_type: 'Bearer',
        refresh_token: secret('refreshToken'),
        scope: values['scope'] ?? '',
        // Zoho and Salesforce return where the account is: https://www.zoho.com/accounts/protocol/oauth/multi-dc.html
        api_domain: /zoho/i.test(name) ? 'https://www.zohoapis.com' : address,
        instance_url: address,
      };
      values['grantType'] ??= 'authorizationCode';
      values['accessTokenUrl'] ??= 'https://login.example/token';
    }
    const hostFields = this.isKnown(name) ? undefined : this.#hostFields[name];
    // One that has a port takes the name of a host, all others take an address.
    const host = hostFields?.some((field) => /port$/i.test(field)) ? usualHost : address;
    for (const field of hostFields ?? []) {
      const filled = hostField(field, { secret, host, user: this.#user });
      if (filled !== undefined) values[field] ??= filled;
    }
    // Of n8n's credentials for one site only, a hidden field has its address.
    if (hostFields && !hostFields.some((field) => ofAddress.test(field))) values['url'] ??= address;
    if (!this.isKnown(name) && !hostFields) {
      for (const field of ['apiKey', 'accessToken', 'token', 'password']) values[field] ??= secret(field);
      for (const field of ['user', 'username', 'email']) values[field] ??= this.#user;
      for (const field of ['url', 'baseUrl', 'host', 'domain']) values[field] ??= address;
    }
    return values;
  }

  /** What n8n does with `authenticate` of a credential. */
  async authenticate(
    values: ICredentialDataDecryptedObject,
    name: string,
    request: IHttpRequestOptions,
    { workflow, node }: { workflow: Workflow; node: INode },
  ): Promise<IHttpRequestOptions> {
    this.used.add(name);
    const type = [name, ...this.parentsOf(name)].map((one) => this.#types.get(one)).find((one) => one?.authenticate);
    const { authenticate } = type ?? {};
    if (typeof authenticate === 'function') return authenticate.call(type, values, request);
    if (authenticate === undefined) return request;
    return withProperties(
      request,
      authenticate,
      (text) =>
        textOfFields(text, values) ??
        workflow.expression.getSimpleParameterValue(node, text, 'internal', { $credentials: values }, undefined, ''),
    );
  }

  /** Asks for what a credential gets from the API before it is used, a session's token, as n8n does. */
  async prepare(
    helpers: { helpers: { httpRequest(options: IHttpRequestOptions): Promise<unknown> } },
    values: ICredentialDataDecryptedObject,
    name: string,
  ): Promise<ICredentialDataDecryptedObject | undefined> {
    const type = this.#types.get(name);
    if (typeof type?.preAuthentication !== 'function') return undefined;
    const token = type.properties.find((one) => one.type === 'hidden' && one.typeOptions?.expirable === true)?.name;
    if (token === undefined) {
      // A method that returns nothing has no token to lose.
      const returnsSome = /\breturn\b(?!\s*\{\s*\})|=>\s*\(\{/.test(String(type.preAuthentication));
      if (type.extends === undefined && returnsSome) this.tokensLost.set(name, undefined);
      return undefined;
    }
    const more: unknown = await type.preAuthentication.call(helpers as never, values);
    // A simulated response may lack the token, for example as a cookie.
    if (token in Object(more)) return { ...values, ...Object(more) };
    // With another way to authenticate, there may be nothing to get.
    if (Object.keys(Object(more)).length > 0) this.tokensLost.set(name, token);
    return undefined;
  }
}

/**
 * A request with what `authenticate: { type: 'generic' }` adds to it: headers, query, body and basic authentication.
 * https://docs.n8n.io/integrations/creating-nodes/build/reference/credentials-files/#authenticate
 */
export function withProperties(
  request: IHttpRequestOptions,
  { properties }: IAuthenticateGeneric,
  resolve: (text: string) => unknown,
): IHttpRequestOptions {
  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith('=') ? resolve(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [resolved(key), resolved(inner)]));
  };
  const result: IHttpRequestOptions = { ...request };
  for (const part of ['headers', 'qs', 'body', 'auth'] as const) {
    const added = properties[part];
    if (added === undefined) continue;
    const before: unknown = result[part];
    Object.assign(result, { [part]: { ...(typeof before === 'object' ? before : {}), ...Object(resolved(added)) } });
  }
  return result;
}

/** A key of one-time passwords, as services show it: https://datatracker.ietf.org/doc/html/rfc4648#section-6 */
const base32 = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const isBase32 = ({ name, displayName, description = '' }: INodeProperties) =>
  /\btotp\b|base ?32|one[ -]time password secret/i.test(
    `${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')} ${displayName} ${description}`,
  );

/** Of a server of the user's own, and of that of somebody else. */
const usualHost = 'credential.example';
const otherHost = 'elsewhere.example';
const address = `https://${usualHost}`;

/** An address at which the usual server has what that of somebody else has at this one. */
export const atUsualHost = (url: string): string => url.replace(`//${otherHost}`, `//${usualHost}`);

/** `//api.acme.com/v1`, `api.acme.com`, `localhost:8080` */
const withoutScheme = /^(?:\/\/)?(?:localhost|[\w-]{1,63}(?:\.[\w-]{1,63}){1,9})(?::\d{1,5})?(?:\/\S{0,200})?$/i;

/** A secret that starts like the placeholder, `sk_…`, or the address whose last part it is: `https://acme.com/T00/XXXX`. */
function secretLike(placeholder: string, secret: string): string {
  const path = /^https?:\/\/[^/?#\s]+((?:[/?#]\S*)?)$/i.exec(placeholder)?.[1];
  const [prefix = ''] = /^[A-Za-z]{2,5}[_-](?=\S)/.exec(placeholder) ?? [];
  return path === undefined ? prefix + secret : `${address}${(path || '/').replace(/(?<![^/=])[^/=]*$/, secret)}`;
}

/** JSON as the placeholder shows it, with a secret in place of each value that stands for one; undefined if none does. */
function filledJson(placeholder: string, secret: (field: string) => string): string | undefined {
  try {
    let hasSecret = false;
    const filled: unknown = JSON.parse(placeholder, (key, value: unknown) => {
      if (typeof value !== 'string' || !/token|secret|key|password/i.test(key)) return value;
      hasSecret = true;
      return secret(key);
    });
    return hasSecret ? JSON.stringify(filled) : undefined;
  } catch {
    return undefined;
  }
}

/** A host of which users have to replace a part: `https://<company>.acme.com`, `https://yourdomain.acme.com`. */
const incomplete =
  /^https?:\/\/(?:[^/]{0,200}[<>{}[\]#]|(?:[\w-]{1,60}\.){0,4}(?:your|my)[_-]?(?:domain|company|instance|server|site|subdomain|host|account|organi[sz]ation|org|tenant|workspace|team|name)\b)/i;

/** A default, with another host where that has to be replaced. */
const completed = (initial: unknown): unknown =>
  typeof initial === 'string' && incomplete.test(initial) ? initial.replace(/^https?:\/\/[^/]*/, address) : initial;

/** What a field of n8n's own holds, of which only the name is known; undefined for what is not typed in. */
function hostField(
  name: string,
  { secret, host, user }: { secret(field: string): string; host: string; user: string },
): string | undefined {
  if (/private_?key$/i.test(name)) return privateKey();
  if (/(?:key|token|secret|password|passphrase|value|serviceRole)$/i.test(name)) return secret(name);
  if (/^(?:host|domain)$/i.test(name)) return host;
  const isTyped = /(?:url|uri|id|name|email|user|region|port)$/i.test(name) || !chosen.test(name);
  return isTyped ? plausible(name, '', user) : undefined;
}

/** Names of fields that say where a service is. */
const ofAddress = /ur[il]$|host|domain|server|site|instance|endpoint|region|environment|datacenter/i;

/** Names of what users switch on, or select. */
const chosen =
  /^(?:ssl|tls|secure|header$|is[A-Z]|has[A-Z]|use[A-Z]|allow|ignore|disable|enable|send[A-Z]|skip|temporary|inpersonate|impersonate|httpNode|ssh[A-Z]|auth(?:entication)?$|grantType|environment$|version$|mode$|type$)/;

/** What a user would fill in. */
function plausible(field: string, placeholder: string, user: string): string {
  if (/^http(?:s|\(s\))?:\/\//i.test(placeholder) || /ur[li]$|endpoint|baseur|server/i.test(field)) return address;
  // It is a part of an address, `https://<subdomain>.acme.com`, unless the placeholder is all of one.
  if (/sub_?domain/i.test(field) && !placeholder.includes('.')) return user;
  if (/host|domain|instance|site|shop/i.test(field)) return usualHost;
  if (/e?mail$/i.test(field)) return `${user}@mail.example`;
  if (/port$/i.test(field)) return '443';
  if (/region/i.test(field)) return 'eu';
  return user;
}
