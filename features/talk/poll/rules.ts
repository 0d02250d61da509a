import { moderates } from '#features/room/room/rules.ts'

/** A poll is a draft, open, or closed; a closed one may be opened again while the pitch is live. */
export const pollStates = ['draft', 'open', 'closed'] as const

export const QUESTION_LENGTH = 300
export const OPTION_LENGTH = 120
/** A poll has two to eight options. */
export const FEWEST_OPTIONS = 2
export const MOST_OPTIONS = 8
/** Polls of one pitch at most. */
export const MOST_POLLS = 50
/** Milliseconds between two announcements of the counts. */
export const COUNT_EVERY = 800

/** Whether this part makes and opens polls and sees their votes: presenters, moderators and admins do. */
export const runsPolls = moderates

/** Whether all options differ, regardless of case. */
export const optionsDiffer = (options: readonly string[]): boolean =>
  new Set(options.map(option => option.trim().toLowerCase())).size === options.length

/**
 * Whether these are valid choices of a poll: indexes of its options, each once, and one alone unless it is multiple.
 */
export const isChoice = (choices: readonly number[], options: number, multiple: boolean): boolean =>
  choices.length >= 1 &&
  (multiple || choices.length === 1) &&
  new Set(choices).size === choices.length &&
  choices.every(choice => choice >= 0 && choice < options)

/** The share in percent, rounded; 0 without voters. */
export const shareOf = (count: number, voters: number): number =>
  voters === 0 ? 0 : Math.round((count / voters) * 100)
