/** [ENT-070, CONST-053] A static list holds chosen people, a dynamic one those whom its filter finds when it is used. */
export const listTypes = ['static', 'dynamic'] as const

/** The most people of a static list. */
export const MOST_MEMBERS = 50_000
/** The most people of one call that names them one by one. */
export const AT_ONCE = 5000
/** The most people of a dynamic list, or of a search, that are counted; one more stands for more. */
export const COUNTED = 10_000
/** Whether a list has more people than were counted. */
export const isLonger = (list: { readonly list_type: string; readonly members: number }): boolean =>
  list.list_type === 'dynamic' && list.members > COUNTED
/** The most lists that one invitation takes. */
export const MOST_LISTS = 50
/** The most lists that a person may own. */
export const MOST_OWNED = 500

/**
 * What becomes of an entry of an imported file: `new` and `suppressed` people are added, the latter get no mail; `known` are
 * in the list already; `twice` and `invalid` entries are left out.
 */
export const importOutcomes = ['new', 'known', 'twice', 'invalid', 'suppressed'] as const
export type ImportOutcome = (typeof importOutcomes)[number]
/** The most entries that an import shows one by one, first those that are left out. */
export const SHOWN_LINES = 500

/** Days for which a deleted list can be restored. */
export const RESTORABLE_DAYS = 30
