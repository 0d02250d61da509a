/** Opens an address as a fresh page. */
export const go = (address: string): void => location.assign(address)
