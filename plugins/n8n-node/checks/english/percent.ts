/** `0.42` as `42 %`. */
export const percent = (share: number) => `${Math.round(share * 100)} %`;
