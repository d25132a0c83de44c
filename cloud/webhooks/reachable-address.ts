import { BlockList, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether webhooks may be sent to an address. */
export type ReachableAddress = (address: string) => boolean;

/** What is allocated of the public internet (https://www.iana.org/assignments/ipv6-address-space/). */
const globalIpv6 = ipaddr.parseCIDR('2000::/3');

/**
 * Allows addresses of the public internet: not loopback, link-local, private, multicast and other special ones, also not
 * when they are written as IPv6 (https://www.iana.org/assignments/iana-ipv4-special-registry/).
 * @param ranges addresses and ranges to allow besides: the operator's `SERVICE_WEBHOOK_RANGES`
 */
export function reachableAddresses(ranges: readonly string[] = []): ReachableAddress {
  const extra = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) extra.addAddress(address, family);
    else extra.addSubnet(address, Number(bits), family);
  }
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    // The IPv4 address of one that is mapped to IPv6.
    const address = ipaddr.process(text);
    const family = address.kind();
    if (extra.check(address.toString(), family)) return true;
    const isGlobal = family === 'ipv4' || address.match(globalIpv6);
    return isGlobal && address.range() === 'unicast';
  };
}
