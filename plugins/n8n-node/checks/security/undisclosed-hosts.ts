import { parse } from 'tldts';
import { isMetadata, isOwnNetwork } from '../../model/sources/harmless-hosts.ts';
import type { Host } from '../../model/sources/source-facts.ts';
import { type Disclosure, disclosed } from '../../shared-rules/disclosed-hosts.ts';

/** Services that collect requests and show them to whoever created the URL. */
const collectors =
  /(^|\.)(webhook\.site|requestbin\.(com|net)|pipedream\.net|beeceptor\.com|hookbin\.com|requestcatcher\.com|ngrok\.(io|app|dev)|ngrok-free\.(app|dev)|loca\.lt|trycloudflare\.com|serveo\.net|interact\.sh|oast\.(pro|live|site|online|fun|me)|burpcollaborator\.net|canarytokens\.(com|org)|dnslog\.cn|pastebin\.com|hastebin\.com|transfer\.sh|file\.io|anonfiles\.com|termbin\.com|ipify\.org|ipinfo\.io)$/;

const trackers =
  /(^|\.)(google-analytics\.com|googletagmanager\.com|segment\.(io|com)|mixpanel\.com|amplitude\.com|posthog\.com|sentry\.io|bugsnag\.com|plausible\.io|matomo\.cloud|hotjar\.com|rudderstack\.com|statsig\.com|logrocket\.(io|com)|fullstory\.com|nr-data\.net)$/;
/** Hosts with the name of an analytics service; a parcel service may have one, too. */
const trackerNames = /(^|[.-])(telemetry|analytics|tracking|tracker|beacon)[.-]/;

/** Hosts that are looked for in the texts. */
const maxHosts = 500;

interface UndisclosedHost {
  use: Host;
  kind: HostKind;
}

/** All but `service` are suspicious. */
export type HostKind = 'metadata' | 'collector' | 'address' | 'tracker' | 'service';

/**
 * The hosts in the code that the package does not disclose. Each host once, at its first use; of the hosts of one service,
 * the first.
 * @param hosts without harmless ones
 */
export function undisclosedHosts(hosts: readonly Host[], disclosure: Disclosure): UndisclosedHost[] {
  const isDisclosed = disclosed(disclosure);
  const first = new Map<string, Host>();
  for (const use of hosts) {
    if (first.size === maxHosts) break;
    // Users see it, and change it.
    if (use.isOffered && kindOf(use.host, hosts) === 'service') continue;
    if (!first.has(use.host)) first.set(use.host, use);
  }
  const undisclosed = [...first.values()].flatMap((use) => {
    const { host } = use;
    return !isMetadata(host) && isDisclosed(host) ? [] : { use, kind: kindOf(host, hosts) };
  });
  const ofServices = Map.groupBy(undisclosed, ({ use, kind }) => (kind === 'service' ? domainOf(use.host) : use.host));
  const distinct = [...ofServices.values()].flatMap(([one]) => one ?? []);
  return distinct.filter(
    ({ use, kind }, _, { length }) => length > 1 || kind !== 'service' || !isService(use.host, hosts),
  );
}

function kindOf(host: string, hosts: readonly Host[]): HostKind {
  if (isMetadata(host)) return 'metadata';
  if (collectors.test(host)) return 'collector';
  if (parse(host).isIp === true && !isOwnNetwork(host)) return 'address';
  return trackers.test(host) ||
    (trackerNames.test(host) && !hosts.some((one) => one.host === host && isOfCredential(one)))
    ? 'tracker'
    : 'service';
}

/** The host that a credential is tested with is the service of the package, whatever its name. */
const isService = (host: string, hosts: readonly Host[]) =>
  hosts.some((one) => domainOf(one.host) === domainOf(host) && isOfCredential(one));

const isOfCredential = ({ file }: Host) => /\.credentials\.[cm]?[jt]s$/.test(file);

/** Tenants of one platform (github.io) are different services. */
const domainOf = (host: string) => parse(host, { allowPrivateDomains: true }).domain ?? host;
