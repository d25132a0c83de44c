/**
 * Negotiates the media type of a response (RFC 9110, section 12.5.1): the offered type that the Accept header prefers,
 * or the first one without a preference. Parameters other than `q` are ignored.
 */
export function chooseType<Type extends string>(accept: string | undefined, offered: readonly [Type, ...Type[]]): Type {
  const ranges = (accept ?? '*/*').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const quality = (type: string) => {
    const [family] = type.split('/');
    for (const wanted of [type, `${family}/*`, '*/*']) {
      const range = ranges.find((candidate) => candidate.type === wanted);
      if (range) return range.quality;
    }
    return 0;
  };
  return offered.reduce((best, type) => (quality(type) > quality(best) ? type : best));
}
