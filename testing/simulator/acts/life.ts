import { DateTime } from 'luxon'
import { isBeforeStart } from '#features/core/pitch/rules.ts'
import { newWord } from '../chance.ts'
import type { Model } from '../model.ts'
import { forRoom } from '../secrets.ts'
import { type Act, type Maker, noteDeed, type Run, someone } from './act.ts'

const managers = ['owner', 'coHost', 'admin'] as const

/** The fields of a pitch that begins in two days and needs no deck. */
export function pitchForm(name: string): Record<string, unknown> {
  const day = DateTime.utc().plus({ days: 2 }).toFormat('MM/dd/yyyy')
  return {
    ...{ presentation_name: name, presenter_name: 'Pat Presenter', no_file: true },
    ...{ start_date: day, start_time: '10:00', start_noon: 'AM', start_zone: 'America/New_York' },
    ...{ end_date: day, end_time: '11:00', end_noon: 'AM', end_zone: 'America/New_York' },
  }
}

/** An act of the lifecycle: it has to be refused in every other state, and leads to the next one. */
const step = (
  call: 'startPitch' | 'endPitch' | 'RestartPitch' | 'resetPitch',
  audited: string,
  from: (model: Model) => boolean,
  to: Model['state'],
): Maker => {
  return (run, chance) => ({
    ...{ by: someone(run, chance, ...(call === 'resetPitch' ? (['admin'] as const) : managers)), call },
    ...{ input: { uuid: run.pitch.uuid }, keys: ['state'] },
    expects: model => (from(model) ? undefined : 'refused'),
    done: (_, { model }) => {
      noteDeed(run, audited)
      model.state = to
      model.isLedByAnother = false
    },
  })
}

export const start = step('startPitch', 'pitch.start', ({ state }) => isBeforeStart(state), 'inProgress')
export const end = step('endPitch', 'pitch.end', ({ state }) => state === 'inProgress', 'processing')
const restart = step('RestartPitch', 'pitch.restart', ({ state }) => state === 'over', 'delivered')
const reset = step('resetPitch', 'pitch.reset', ({ state }) => state === 'over', 'scheduled')

const rename: Maker = (run, chance) => {
  const word = newWord()
  const by = someone(run, chance, ...managers)
  return {
    ...{ by, call: 'updatePitch', keys: ['lock', 'state', 'pitch'] },
    input: {
      ...pitchForm(`Round ${word}`),
      uuid: run.pitch.uuid,
      co_host: emails(run, run.model.coHosts),
      moderator: emails(run, run.model.moderators),
      is_public: run.model.isPublic,
      show_names: !run.model.isGuest,
      show_question: run.model.questionsOpen,
      ...(run.model.seats && { series_id: run.model.seats.series }),
    },
    expects: model => (isBeforeStart(model.state) ? undefined : 'refused'),
    begins: ({ secrets, model }) => {
      if (!model.isPublic) secrets.set(word, forRoom('the name of the pitch'))
    },
  }
}

const emails = ({ crowd }: Run, labels: Iterable<string>) => [...labels].map(label => crowd.byLabel(label).email).join()

const remove: Maker = (run, chance) => ({
  ...{ by: someone(run, chance, ...managers), call: 'deletePitch', keys: ['state', 'deleted'] },
  input: { id: run.pitch.id, uuid: run.pitch.uuid },
  done: (_, { model, crowd }) => {
    noteDeed(run, 'pitch.delete')
    model.isDeleted = true
    for (const person of crowd.people) if (person.kind === 'link') person.token = undefined
  },
})

const restore: Maker = (run, chance) => ({
  ...{
    by: chance.is(0.7) ? run.crowd.byLabel(chance.pick(['owner', 'coHost', 'admin'])) : chance.pick(run.crowd.people),
  },
  ...{ call: 'restorePitch', input: { uuid: run.pitch.uuid }, keys: ['state', 'deleted'] },
  expects: model => (model.isDeleted ? undefined : 'refused'),
  done: (_, { model }) => {
    noteDeed(run, 'pitch.restore')
    model.isDeleted = false
  },
})

const assign: Maker = (run, chance) => {
  const next = chance.pick(['presenter1', 'presenter2', 'owner'])
  const whom = run.crowd.byLabel(next)
  return {
    ...{ by: someone(run, chance, 'admin'), call: 'updatePitchUserId', on: next, keys: ['owner', 'state'] },
    input: { uuid: run.pitch.uuid, user_id: whom.id },
    expects: model => (isBeforeStart(model.state) ? undefined : 'refused'),
    done: (_, { model }) => {
      model.owner = next
    },
  }
}

/** The life of the pitch apart from its start and end, which the schedule brings about. */
export const living: readonly (readonly [Maker, number])[] = [
  ...([
    [start, 0.4],
    [end, 0.3],
    [restart, 0.6],
    [reset, 0.4],
    [rename, 0.7],
    [remove, 0.25],
    [assign, 0.5],
  ] as const),
  [restore, 0.3],
]

/** Brings a deleted pitch back, so that the run goes on. */
export const undelete = (run: Run): Act => ({
  ...{ by: run.crowd.byLabel('superadmin'), call: 'restorePitch', input: { uuid: run.pitch.uuid }, keys: ['state'] },
  done: (_, { model }) => {
    noteDeed(run, 'pitch.restore')
    model.isDeleted = false
  },
})
