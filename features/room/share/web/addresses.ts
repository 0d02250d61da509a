/** [ROUTE-045] The page of a second device. What stands behind the # reaches no server and no log. */
export const shareAddress = (pitch: string, code?: string): string =>
  `/share-screen/${pitch}${code === undefined ? '' : `#${code}`}`
