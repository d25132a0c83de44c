/** Whether an address is one where secrets are exchanged for a token, as far as its path tells. */
export const isLoginAddress = (address: string): boolean =>
  /[/.](?:\w*tokens?|oauth2?|auth|login|sessions?)(?=[/?.]|$)/i.test(address);
