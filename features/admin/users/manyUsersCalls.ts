import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { instant, line, listOf, sheetFormats } from '#contract/fields.ts'
import { mainRoles } from '#features/core/account/rules.ts'
import { AT_MOST, bulkActs } from './rules.ts'
import { matchFields } from './userCalls.ts'

/** People by their ids or, without, all that match but for some. */
const selection = {
  user_ids: z.array(z.uuid()).max(AT_MOST).optional(),
  matching: z.object(matchFields).optional(),
  except_ids: z.array(z.uuid()).max(1000).optional(),
}

const act = {
  ...selection,
  act: z.enum(bulkActs),
  /** Of addTag and removeTag. */
  tag_id: z.uuid().optional(),
  /** Of changeRole. */
  role: z.enum(mainRoles).optional(),
  /** Of delete: who presents the pitches that have not begun. */
  hand_over_to: z.uuid().optional(),
}

const UserTask = z.object({
  /** Empty for what was done in the call itself. */
  task_id: z.uuid().nullable(),
  total: z.number().int(),
  done: z.number().int(),
  ended_on: instant.nullable(),
  /** The users who were skipped, with the code of the error; at most 500 of them. */
  failures: z.array(z.object({ user_id: z.uuid(), name: z.string(), code: z.string() })),
})
export type UserTask = z.infer<typeof UserTask>

/** What administrators do with many accounts at once. */
export const manyUsersCalls = {
  /** What an act would do, in numbers, for the question before it. */
  previewUsersAct: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object(act),
    output: z.object({
      people: z.number().int(),
      /** Users whom the actor may not change: they are skipped, and named afterwards. */
      not_managed: z.number().int(),
      /** How many of them are signed in. */
      signed_in: z.number().int(),
      /** Pitches of theirs that have not begun, and that are live now. */
      open_pitches: z.number().int(),
      live_pitches: z.number().int(),
    }),
    errors: ['NobodySelected'],
  }),
  /**
   * Does one thing to many people, each for themselves: whoever it cannot be done to is named. More than 200 are a
   * task that goes on after the answer. Harmful acts want `confirm` to be CONFIRM.
   */
  changeUsers: call({
    who: callers.peopleAdmins,
    whileImpersonating: false,
    input: z.object({
      ...act,
      confirm: z.string().max(20).optional(),
      /** How many people the actor was told of: fails with SelectionChanged when there are others now. */
      expected: z.number().int().optional(),
    }),
    output: UserTask,
    errors: ['NobodySelected', 'ConfirmationMissing', 'SelectionChanged', 'TagNotFound', 'NoPermission'],
  }),
  /** How far a task of one's own has come. */
  getUserTask: call({
    who: callers.peopleAdmins,
    reads: true,
    input: z.object({ task_id: z.uuid() }),
    output: UserTask,
    errors: ['TaskNotFound'],
  }),
  /** Answers an address at which the people can be fetched as a file: for five minutes, by who asked. */
  exportUsers: call({
    who: callers.peopleAdmins,
    input: z.object({ ...selection, format: z.enum(sheetFormats) }),
    output: z.object({ url: z.string() }),
    errors: ['NobodySelected'],
  }),
  /** The organisations whose people a superadmin may look for, by name. */
  getUserOrganisationList: call({
    who: ['superadmin'],
    reads: true,
    answer: 'results',
    input: z.object({ name: line(100).optional() }),
    output: listOf(z.object({ org_id: z.uuid(), name: z.string() })),
  }),
}
