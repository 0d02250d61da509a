import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, sheetFormats } from '#contract/fields.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { bulkActs, SELECTED_AT_MOST } from './rules.ts'
import { userMatchFields } from './userCalls.ts'

/** Users by their ids or, without ids, all that match except some. */
const selection = {
  user_ids: z.array(z.uuid()).max(SELECTED_AT_MOST).optional(),
  matching: z.object(userMatchFields).optional(),
  except_ids: z.array(z.uuid()).max(1000).optional(),
}

/** Room for the ids of as many users, percent-encoded. */
const maxBytes = 300_000

const act = {
  ...selection,
  act: z.enum(bulkActs),
  /** Of addTag and removeTag. */
  tag_id: z.uuid().optional(),
  /** Of changeRole. */
  role: z.enum(mainRoles).optional(),
  /** Of delete: the new presenter of pitches that have not begun. */
  hand_over_to: z.uuid().optional(),
}

const UserTask = z.object({
  /** Null for an act that was done within its call. */
  task_id: z.uuid().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  ended_on: instant.nullable(),
  /** The users who were skipped, with the code of the error; at most 500 of them. */
  failures: z.array(z.object({ user_id: z.uuid(), name: z.string(), code: z.string() })),
})
export type UserTask = z.infer<typeof UserTask>

/** What admins do with many accounts at once. */
export const manyUsersCalls = {
  /** Counts the consequences of an act, for its confirmation. */
  previewUsersAct: call({
    who: callers.peopleAdmins,
    maxBytes,
    reads: true,
    input: z.object(act),
    output: z.object({
      people: z.number().int(),
      /** Users whom the actor may not change: they are skipped, and named afterwards. */
      not_managed: z.number().int(),
      /** How many of them are signed in. */
      signed_in: z.number().int(),
      /** Their pitches that have not begun, and that are live now. */
      open_pitches: z.number().int(),
      live_pitches: z.number().int(),
    }),
    errors: ['NobodySelected'],
  }),
  /**
   * Applies one action to many users, and names the users who were skipped. More than 200 are a task that goes on
   * after the answer. Harmful acts require CONFIRM as `confirm`.
   */
  changeUsers: call({
    who: callers.peopleAdmins,
    maxBytes,
    whileImpersonating: false,
    input: z.object({
      ...act,
      confirm: z.string().max(20).optional(),
      /** The number of users that the caller confirmed: fails with SelectionChanged when it has changed. */
      expected: z.number().int().optional(),
    }),
    output: UserTask,
    errors: ['NobodySelected', 'ConfirmationMissing', 'SelectionChanged', 'TagNotFound', 'NoPermission'],
  }),
  /** Gets the progress of a caller's own task. */
  getUserTask: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object({ task_id: z.uuid() }),
    output: UserTask,
    errors: ['TaskNotFound'],
  }),
  /** Returns a link to the users as a file, valid for five minutes and for the caller. */
  exportUsers: call({
    who: callers.peopleAdmins,
    maxBytes,
    input: z.object({ ...selection, format: z.enum(sheetFormats) }),
    output: z.object({ url: z.string() }),
    errors: ['NobodySelected'],
  }),
}
