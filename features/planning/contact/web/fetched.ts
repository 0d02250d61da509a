import type { FetchedContacts } from '../contract.ts'

/** What Google has answered, between the page that it sends the browser back to and the screen; a reload forgets it. */
let fetched: FetchedContacts | undefined

export const keepFetched = (contacts: FetchedContacts): void => {
  fetched = contacts
}
export const fetchedContacts = (): FetchedContacts | undefined => fetched
export const forgetFetched = (): void => {
  fetched = undefined
}
