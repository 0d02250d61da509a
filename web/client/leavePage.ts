/** Opens an address as a fresh page, this console's or another. */
export const leavePage = (address: string): void => location.assign(address)
