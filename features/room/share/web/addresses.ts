/** [ROUTE-045] The page of a second device. The code follows the #, so it appears in no request and no log. */
export const shareAddress = (pitch: string, code?: string): string =>
  `/share-screen/${pitch}${code === undefined ? '' : `#${code}`}`
