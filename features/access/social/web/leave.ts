/** Opens a provider's page. */
export const leave = (url: string): void => location.assign(url)
