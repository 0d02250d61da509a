import { formatMoney } from '#contract/money.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import { shown } from '#testing/statement.ts'
import { newWord } from '../chance.ts'
import { type Model, standingOf } from '../model.ts'
import type { SimPerson } from '../people.ts'
import { mayTakeSeat, mayWait } from '../seats.ts'
import { forTeam } from '../secrets.ts'
import { type Maker, noteDeed, someone } from './act.ts'

const managers = ['owner', 'coHost', 'admin'] as const

/** Presenters and administrators commit nowhere, not even where they are invited. */
const invests = ({ kind, roles }: SimPerson) => kind === 'link' || roles.includes('vc') || roles.includes('member')

const commit: Maker = (run, chance) => {
  // some try it again
  const committed = [...run.model.commitments.keys()]
  const again = committed.length > 0 && chance.is(0.3)
  const by = again ? run.crowd.byLabel(chance.pick(committed)) : someone(run, chance, 'attendee')
  // an amount as no other person commits: wherever it shows, it is this one
  const money = formatMoney(BigInt(1_000_000 + chance.below(900_000_000)), 'USD')
  const initials = `${'ABCDEFGH'[chance.below(8)]}${'ABCDEFGH'[chance.below(8)]}`
  return {
    ...{ by, call: 'commitInPitch', on: money, keys: [`commitment:${by.label}`, `person:${by.label}`, 'seats'] },
    input: { uuid: run.pitch.uuid, money_amount: money, initials, ...shown },
    expects: model => {
      const standing = standingOf(model, by)
      if (standing === 'maybe') return undefined
      const before = model.commitments.get(by.label)
      const hasOther = before !== undefined && before !== money
      if (standing === 'none' || hasOther || !hasStarted(model.state) || !mayTakeSeat(model, by.label)) return 'refused'
      return standing === 'attendee' && invests(by) ? 'accepted' : undefined
    },
    begins: ({ amounts }) => void amounts.set(money, by.label),
    done: ({ id }, { model }) => {
      noteDeed(run, 'commitment.create')
      model.commitments.set(by.label, money)
      model.commitmentIds.set(by.label, String(id))
      waitsNoMore(model, by.label)
    },
  }
}

/** A manager takes a commitment back, now and then of a pitch that has none left. */
const withdraw: Maker = (run, chance) => {
  const all = [...run.model.commitmentIds]
  if (all.length === 0) return undefined
  const [whose, id] = chance.pick(all)
  const by = someone(run, chance, ...managers)
  const word = newWord()
  return {
    ...{ by, call: 'withdrawCommitment', on: whose, keys: [`commitment:${whose}`, 'seats'] },
    input: { uuid: run.pitch.uuid, id, reason: `because ${word}` },
    expects: model => (model.commitmentIds.get(whose) === id ? 'accepted' : 'refused'),
    begins: () => void run.secrets.set(word, forTeam(`why ${whose} is out`, managers, [whose])),
    done: (_, { model }) => {
      noteDeed(run, 'commitment.withdraw')
      if (model.commitmentIds.get(whose) !== id) return
      model.commitments.delete(whose)
      model.commitmentIds.delete(whose)
    },
  }
}

/** An act of somebody who wants a seat of the pitch's series, or no longer. */
const ofQueue =
  (
    call: 'joinSeatWaitingList' | 'leaveSeatWaitingList',
    may: (model: Model, label: string) => boolean,
    done: (model: Model, label: string) => void,
  ): Maker =>
  (run, chance) => {
    if (!run.model.seats) return undefined
    const waiting = run.model.seats.waiting.map(({ label }) => run.crowd.byLabel(label))
    const leaves = call === 'leaveSeatWaitingList' && waiting.length > 0 && chance.is(0.8)
    const by = leaves ? chance.pick(waiting) : someone(run, chance, 'attendee')
    return {
      ...{ by, call, keys: [`person:${by.label}`, 'seats'], input: { uuid: run.pitch.uuid } },
      expects: model => {
        const standing = standingOf(model, by)
        if (standing !== 'attendee' || !invests(by)) return undefined
        return may(model, by.label) ? 'accepted' : 'refused'
      },
      done: (_, { model }) => done(model, by.label),
    }
  }

const waitsNoMore = ({ seats }: Model, label: string) => {
  if (seats) seats.waiting = seats.waiting.filter(one => one.label !== label)
}

const wait = ofQueue(
  'joinSeatWaitingList',
  (model, label) => hasStarted(model.state) && mayWait(model, label),
  ({ seats }, label) => {
    if (seats?.waiting.every(one => one.label !== label))
      seats.waiting = [...seats.waiting, { label, isOffered: false }]
  },
)
const leave = ofQueue('leaveSeatWaitingList', () => true, waitsNoMore)

const say: Maker = (run, chance) => {
  const by = someone(run, chance, 'attendee')
  const word = newWord()
  return {
    ...{ by, call: 'createAttendeeFeedback' },
    input: { uuid: run.pitch.uuid, select: chance.pick(['dislike', 'unsure', 'invest']), note: `note ${word}` },
    expects: model => (hasStarted(model.state) ? undefined : 'refused'),
    begins: () => void run.secrets.set(word, forTeam(`feedback of ${by.label}`, managers, [by.label])),
    done: (_, { model }) => void model.feedback.add(by.label),
  }
}

const rate: Maker = (run, chance) => {
  const by = someone(run, chance, 'attendee')
  const word = newWord()
  return {
    ...{ by, call: 'createPitchEPFeedback' },
    input: { uuid: run.pitch.uuid, rating: chance.pick(['good', 'bad']), note: `rated ${word}` },
    begins: () => void run.secrets.set(word, forTeam(`the rating of ${by.label}`, managers, [by.label])),
    done: (_, { model }) => void model.ratings.add(by.label),
  }
}

/** What is frequent where seats are few. */
export const ofSeats: readonly Maker[] = [commit, withdraw, wait, leave]

/** What attendees commit and say of a pitch. */
export const judging: readonly (readonly [Maker, number])[] = [
  [commit, 5],
  [withdraw, 2],
  [wait, 3],
  [leave, 0.4],
  [say, 2],
  [rate, 1],
]
