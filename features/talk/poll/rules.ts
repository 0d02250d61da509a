import { moderates } from '#features/room/room/rules.ts'

/** A poll is made, asked, and over; what was asked may be asked again while the pitch goes on. */
export const pollStates = ['draft', 'open', 'closed'] as const

export const QUESTION_LENGTH = 300
export const OPTION_LENGTH = 120
/** A poll has two to eight options. */
export const FEWEST_OPTIONS = 2
export const MOST_OPTIONS = 8
/** Polls of one pitch. */
export const MOST_POLLS = 50
/** Milliseconds between two counts that everybody is told. */
export const COUNT_EVERY = 800

/** Who makes polls, asks them and sees what came of them: presenters, moderators and admins. */
export const runsPolls = moderates

/** Options that differ: two with the same words cannot be told apart. */
export const optionsDiffer = (options: readonly string[]): boolean =>
  new Set(options.map(option => option.trim().toLowerCase())).size === options.length

/** Whether these are choices of a poll: places of its options, each once, one alone unless several are allowed. */
export const isChoice = (choices: readonly number[], options: number, multiple: boolean): boolean =>
  choices.length >= 1 &&
  (multiple || choices.length === 1) &&
  new Set(choices).size === choices.length &&
  choices.every(choice => choice >= 0 && choice < options)

/** Of whole hundred, rounded. Nobody voted: 0. */
export const shareOf = (count: number, voters: number): number =>
  voters === 0 ? 0 : Math.round((count / voters) * 100)
