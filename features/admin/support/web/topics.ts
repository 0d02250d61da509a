import type support from '#web/i18n/en/support.json'

export type Topic = keyof typeof support.topic

/** The questions of the help page, in the order in which people meet them. */
export const topics = [
  'firstSignIn',
  'forgotten',
  'secondFactor',
  'signedOut',
  'language',
  'createPitch',
  'slides',
  'invite',
  'goLive',
  'camera',
  'sound',
  'join',
  'noVideo',
  'commit',
  'results',
  'people',
  'phone',
] as const satisfies readonly Topic[]

/** Whether every word of a search is somewhere in a text. */
export const says = (text: string, search: string): boolean => {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => lower.includes(word))
}
