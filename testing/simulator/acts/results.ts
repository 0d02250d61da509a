import { formatMoney } from '#contract/money.ts'
import { hasStarted } from '#features/core/pitch/rules.ts'
import { shown } from '#testing/statement.ts'
import { newWord } from '../chance.ts'
import { standingOf } from '../model.ts'
import type { SimPerson } from '../people.ts'
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
    ...{ by, call: 'commitInPitch', on: money, keys: [`commitment:${by.label}`, `person:${by.label}`] },
    input: { uuid: run.pitch.uuid, money_amount: money, initials, ...shown },
    expects: model => {
      const standing = standingOf(model, by)
      if (standing === 'maybe') return undefined
      const before = model.commitments.get(by.label)
      const hasOther = before !== undefined && before !== money
      if (standing === 'none' || hasOther || !hasStarted(model.state)) return 'refused'
      return standing === 'attendee' && invests(by) ? 'accepted' : undefined
    },
    begins: ({ amounts }) => void amounts.set(money, by.label),
    done: (_, { model }) => {
      noteDeed(run, 'commitment.create')
      model.commitments.set(by.label, money)
    },
  }
}

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

/** What attendees commit and say of a pitch. */
export const judging: readonly (readonly [Maker, number])[] = [
  [commit, 5],
  [say, 2],
  [rate, 1],
]
