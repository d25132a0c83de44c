/** How this machine reaches the registry. */
export const networkEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      /^(NODE_EXTRA_CA_CERTS|npm_config_registry|\w+_proxy)$/i.test(entry[0]) && !!entry[1],
  ),
);
