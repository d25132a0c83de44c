import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Address, postMessage } from '../../../cloud/webhooks/post-message.ts';
import { reachableAddresses } from '../../../cloud/webhooks/reachable-address.ts';
import { certificateFor, receiver, status } from './receiver.ts';

const loopback = reachableAddresses(['127.0.0.0/8']);
const message = (url: string) => ({ url, headers: { 'webhook-id': 'msg_1' }, body: '{}' });

describe('postMessage', () => {
  it('resolves a name once, and connects to the address that it has checked', async () => {
    const { port, received } = await receiver(status(204));
    const addresses = ['127.0.0.1', '10.0.0.1'];
    let lookups = 0;
    const lookup = async (): Promise<Address[]> => [{ address: addresses[lookups++] ?? '', family: 4 }];
    const url = `http://rebinding.example:${port}/hook`;
    expect(await postMessage(message(url), { isReachable: loopback, lookup })).toBe(204);
    expect(lookups).toBe(1);
    expect(received[0]?.headers).toMatchObject({ host: `rebinding.example:${port}`, 'webhook-id': 'msg_1' });
    await expect(postMessage(message(url), { isReachable: loopback, lookup })).rejects.toThrow(
      'rebinding.example is 10.0.0.1, which webhooks may not reach',
    );
    expect(received).toHaveLength(1);
  });

  it('rejects a name if one of its addresses is not allowed', async () => {
    const { port, received } = await receiver(status(204));
    const lookup = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: 'fe80::1', family: 6 },
    ];
    const url = `http://both.example:${port}/`;
    await expect(postMessage(message(url), { isReachable: loopback, lookup })).rejects.toThrow('fe80::1');
    expect(received).toEqual([]);
  });

  it('does not follow redirects', async () => {
    const target = await receiver(status(200));
    const { url } = await receiver(status(307, { location: target.url }));
    expect(await postMessage(message(url), { isReachable: loopback })).toBe(307);
    expect(target.received).toEqual([]);
  });

  it('does not wait for the end of a response without end', async () => {
    const { url } = await receiver((response) => {
      const flood = () => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', flood);
      };
      flood();
    });
    expect(await postMessage(message(url), { isReachable: loopback })).toBe(200);
  });

  it.each([
    ['that never comes', () => {}],
    [
      'whose headers never end',
      (response: { socket: { write(text: string): void } | null }) => response.socket?.write('HTTP/1.1 200 OK\r\nx'),
    ],
  ])('ends without a response %s', async (_, answer) => {
    const { url } = await receiver(answer);
    await expect(postMessage(message(url), { isReachable: loopback, timeout: 300 })).rejects.toThrow(
      'no response within 0.3 s',
    );
  });

  it('sends over HTTPS to a host that has a certificate of its name, and of an authority that the server trusts', async () => {
    const tls = await certificateFor('hooks.example');
    const { port, received } = await receiver(status(204), tls);
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
    const post = (host: string) =>
      postMessage(message(`https://${host}:${port}/hook`), { isReachable: loopback, lookup });
    await expect(post('hooks.example')).rejects.toThrow('self-signed certificate');
    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, tls.cert]);
    expect(await post('hooks.example')).toBe(204);
    await expect(post('other.example')).rejects.toThrow("Hostname/IP does not match certificate's altnames");
    expect(received).toMatchObject([{ headers: { host: `hooks.example:${port}`, 'webhook-id': 'msg_1' }, body: '{}' }]);
  });

  it('sends nothing over HTTP to a server of HTTPS', async () => {
    const { port, received } = await receiver(status(204), await certificateFor('127.0.0.1'));
    await expect(postMessage(message(`http://127.0.0.1:${port}/`), { isReachable: loopback })).rejects.toThrow();
    expect(received).toEqual([]);
  });

  it('reports an unknown host', async () => {
    await expect(postMessage(message('http://hooks.invalid/'), { isReachable: loopback })).rejects.toThrow(
      'cannot resolve the name',
    );
  });
});

describe('reachableAddresses', () => {
  const allowed = reachableAddresses();

  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('allows %s', (address) => {
    expect(allowed(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    'localhost',
    '',
  ])('refuses %s', (address) => {
    expect(allowed(address)).toBe(false);
  });

  it('allows only the ranges of the operator', () => {
    const more = reachableAddresses(['10.0.0.0/8', '192.168.1.5', 'fd00::/8']);
    expect(['10.9.9.9', '::ffff:10.0.0.1', '192.168.1.5', 'fd12::1', '1.1.1.1'].map(more)).toEqual(Array(5).fill(true));
    expect(['11.0.0.1', '192.168.1.6', 'fe80::1', '127.0.0.1'].map(more)).toEqual([true, false, false, false]);
  });
});
