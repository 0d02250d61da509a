import { randomUUID } from 'node:crypto'
import { newWord } from '../chance.ts'
import { isMuted, type Poll, type Said, standingOf } from '../model.ts'
import type { SimPerson } from '../people.ts'
import { forMembers, forRoom, forTeam, goneFor } from '../secrets.ts'
import { type Expected, type Maker, noteDeed, type Run, someAttendee, someone } from './act.ts'

const team = ['owner', 'coHost', 'moderator', 'admin'] as const
const all = [...team, 'attendee'] as const

/** Whether the person may write in the chat: the mute and the slow mode are for attendees alone. */
function writes({ model }: Run, by: SimPerson): Expected {
  const standing = standingOf(model, by)
  if (standing === 'none' || standing === 'maybe') return standing === 'none' ? 'refused' : undefined
  if (standing === 'attendee' && isMuted(model, by.label)) return 'refused'
  return model.slow > 0 && standing === 'attendee' ? undefined : 'accepted'
}

const say: Maker = (run, chance) => {
  const { pitch, secrets, model } = run
  const muted = [...model.muted]
  // who was silenced tries to speak
  const tries = muted.length > 0 && chance.is(0.3)
  const by = tries ? run.crowd.byLabel(chance.pick(muted)) : someone(run, chance, ...all)
  const [word, localId] = [newWord(), randomUUID()]
  // a mention travels with the name of the mentioned person, which guest mode takes out again
  const mentioned = !model.isGuest && chance.is(0.3) ? someAttendee(run, chance) : undefined
  const content = mentioned ? `@Pat ${mentioned.nameWord} ${word}` : `hello ${word}`
  return {
    ...{ by, call: 'sendMessage', on: mentioned?.label ?? '' },
    input: {
      ...{ group_uuid: pitch.group, content, local_msg_id: localId },
      ...(mentioned && { notification_members: [mentioned.id] }),
    },
    expects: () => (mentioned ? undefined : writes(run, by)),
    begins: () => void secrets.set(word, forRoom('a message of the room')),
    done: ({ id }) =>
      void model.said.push({ id: Number(id), by: by.label, group: pitch.group, localId, words: [word], state: 'said' }),
  }
}

const whisper: Maker = (run, chance) => {
  const by = someone(run, chance, ...all)
  const to = chance.is(0.8) ? someone(run, chance, ...all) : chance.pick(run.crowd.people)
  if (to === by) return undefined
  const word = newWord()
  return {
    ...{ by, call: 'sendMessage', on: to.label },
    input: {
      touserid: to.id,
      pitch_uuid: run.pitch.uuid,
      content: `for you ${word}`,
      local_msg_id: randomUUID(),
      type: 'friend',
    },
    expects: model =>
      standingOf(model, to) === 'none' ? undefined : writes(run, by) === 'refused' ? 'refused' : undefined,
    begins: () => void run.secrets.set(word, forMembers([by.label, to.label])),
    done: ({ group_uuid }) =>
      void run.model.groups.set(String(group_uuid), { members: new Set([by.label, to.label]), isTeam: false }),
  }
}

const makeGroup: Maker = (run, chance) => {
  const [by, one, other] = [someone(run, chance, ...all), someAttendee(run, chance), someAttendee(run, chance)]
  if (new Set([by, one, other]).size < 3) return undefined
  const word = newWord()
  return {
    ...{ by, call: 'addChatGroup', on: `${one.label},${other.label}` },
    input: { pitch_uuid: run.pitch.uuid, members: [one.id, other.id], name: `group ${word}` },
    begins: () => void run.secrets.set(word, forMembers([by.label, one.label, other.label])),
    done: ({ chat_id }) =>
      void run.model.groups.set(String(chat_id), {
        members: new Set([by, one, other].map(p => p.label)),
        isTeam: false,
      }),
  }
}

const teamChat: Maker = (run, chance) => {
  const by = someone(run, chance, ...team)
  return {
    ...{ by, call: 'sgUpdatePitchPrivateGroup' },
    input: { pitch_uuid: run.pitch.uuid },
    done: ({ group_uuid }) => {
      const known = run.model.groups.get(String(group_uuid))
      const members = new Set([
        ...(known?.members ?? []),
        by.label,
        run.model.owner,
        ...run.model.coHosts,
        ...run.model.moderators,
      ])
      run.model.groups.set(String(group_uuid), { members, isTeam: true })
    },
  }
}

const sayInGroup: Maker = (run, chance) => {
  const groups = [...run.model.groups]
  if (groups.length === 0) return undefined
  const [uuid, { members, isTeam }] = chance.pick(groups)
  const inside = run.crowd.people.filter(({ label }) => members.has(label))
  const by = chance.is(0.7) ? chance.pick(inside) : chance.pick(run.crowd.people)
  const word = newWord()
  return {
    ...{ by, call: 'sendMessage', on: isTeam ? 'team' : [...members].join(), keys: [`group:${uuid}`] },
    input: { group_uuid: uuid, content: `among us ${word}`, local_msg_id: randomUUID() },
    expects: () =>
      members.has(by.label) && by.token ? (writes(run, by) === 'refused' ? 'refused' : undefined) : 'refused',
    begins: () => void run.secrets.set(word, isTeam ? forTeam('a message of the team', team) : forMembers(members)),
  }
}

const changeGroup: Maker = (run, chance) => {
  const groups = [...run.model.groups].filter(([, { isTeam }]) => !isTeam)
  if (groups.length === 0) return undefined
  const [uuid, { members }] = chance.pick(groups)
  const by = chance.is(0.7) ? run.crowd.byLabel(chance.pick([...members])) : chance.pick(run.crowd.people)
  const added = someAttendee(run, chance)
  const leaves = chance.is(0.4)
  return {
    ...{ by, call: 'updateChatGroup', on: leaves ? 'leaves' : added.label, keys: [`group:${uuid}`] },
    input: { group_uuid: uuid, ...(leaves ? { left_members: [by.id] } : { added_members: [added.id] }) },
    expects: () => (members.has(by.label) && by.token ? undefined : 'refused'),
    done: () => void (leaves ? members.delete(by.label) : members.add(added.label)),
  }
}

/** Of one's own messages, or of somebody else's. */
function someMessage({ model, crowd }: Run, chance: Parameters<Maker>[1]) {
  const left = model.said.filter(({ state }) => state !== 'deleted')
  if (left.length === 0) return undefined
  const said = chance.pick(left)
  const by = chance.is(0.6) ? crowd.byLabel(said.by) : chance.pick(crowd.people)
  return { said, by }
}

const edit: Maker = (run, chance) => {
  const { said, by } = someMessage(run, chance) ?? {}
  if (!said || !by) return undefined
  const word = newWord()
  return {
    ...{ by, call: 'editMessage', on: said.by, keys: [`message:${said.id}`] },
    input: { group_uuid: said.group, message_id: said.id, content: `better ${word}` },
    expects: () => (by.label !== said.by || writes(run, by) === 'refused' ? 'refused' : undefined),
    begins: () => void run.secrets.set(word, forRoom('an edited message')),
    done: () => {
      forget(run, said, 'the text before an edit')
      said.words.push(word)
    },
  }
}

const takeBack: Maker = (run, chance) => {
  const { said, by } = someMessage(run, chance) ?? {}
  if (!said || !by) return undefined
  return {
    ...{ by, call: 'deleteMessage', on: said.by, keys: [`message:${said.id}`] },
    input: { group_uuid: said.group, message_id: said.id },
    expects: model => (by.label !== said.by && standingOf(model, by) === 'attendee' ? 'refused' : undefined),
    done: () => {
      forget(run, said, 'a deleted message')
      said.state = 'deleted'
    },
  }
}

/** Nobody reads the words of a message any more, unless a moderator has forwarded it: the copy is the team's. */
function forget({ secrets }: Run, said: Said, what: string) {
  if (said.state === 'said') for (const word of said.words) secrets.set(word, goneFor(what))
}

const react: Maker = (run, chance) => {
  const { said } = someMessage(run, chance) ?? {}
  if (!said) return undefined
  return {
    ...{ by: someone(run, chance, ...all), call: 'reactToMessage', on: said.by },
    input: { group_uuid: said.group, message_id: said.id, emoji: '👍', on: chance.is(0.7) },
  }
}

const ask: Maker = (run, chance) => {
  const by = someone(run, chance, 'attendee')
  const [word, localId] = [newWord(), randomUUID()]
  return {
    ...{ by, call: 'askQuestion' },
    input: { pitch_uuid: run.pitch.uuid, content: `why ${word}`, is_named: chance.is(0.5), local_question_id: localId },
    expects: model => (isMuted(model, by.label) || !model.questionsOpen ? 'refused' : undefined),
    begins: () => void run.secrets.set(word, forTeam(`a question of ${by.label}`, team, [by.label])),
    done: ({ id }) => {
      run.model.questions.push({ id: String(id), by: by.label, localId })
      run.words.set(String(id), word)
    },
  }
}

const settleQuestion: Maker = (run, chance) => {
  if (run.model.questions.length === 0) return undefined
  const { id } = chance.pick(run.model.questions)
  const by = someone(run, chance, ...team)
  const state = chance.pick(['answering', 'answered', 'dismissed', 'waiting'] as const)
  return {
    ...{ by, call: 'updateQuestion', on: state, keys: ['question'] },
    input: { pitch_uuid: run.pitch.uuid, question_id: id, state },
    begins: () => {
      const word = run.words.get(id)
      // everybody sees the question that is being answered
      if (word && state === 'answering' && standingOf(run.model, by) !== 'attendee')
        run.secrets.set(word, forRoom('a question'))
    },
  }
}

const withdraw: Maker = (run, chance) => {
  if (run.model.questions.length === 0) return undefined
  const { id, by: asker } = chance.pick(run.model.questions)
  const by = chance.is(0.7) ? run.crowd.byLabel(asker) : chance.pick(run.crowd.people)
  return {
    ...{ by, call: 'withdrawQuestion', on: asker, keys: ['question'] },
    input: { pitch_uuid: run.pitch.uuid, question_id: id },
    expects: () => (by.label === asker ? undefined : 'refused'),
  }
}

const openQuestions: Maker = (run, chance) => {
  const open = chance.is(0.7)
  return {
    ...{ by: someone(run, chance, ...team), call: 'updatePitchQuestions', on: String(open), keys: ['questionsOpen'] },
    input: { pitch_uuid: run.pitch.uuid, open },
    done: (_, { model }) => {
      model.questionsOpen = open
    },
  }
}

const makePoll: Maker = (run, chance) => {
  const word = newWord()
  return {
    ...{ by: someone(run, chance, ...team), call: 'savePoll' },
    input: {
      ...{ pitch_uuid: run.pitch.uuid, question: `poll ${word}`, options: ['yes', 'no', 'later'] },
      is_anonymous: chance.is(0.5),
    },
    begins: () => void run.secrets.set(word, forTeam('a draft of a poll', team)),
    done: ({ id }) => {
      run.model.polls.push({ id: String(id), state: 'draft', votes: new Map() })
      run.words.set(String(id), word)
    },
  }
}

function changePoll(call: 'openPoll' | 'closePoll' | 'showPollResult'): Maker {
  return (run, chance) => {
    if (run.model.polls.length === 0) return undefined
    const poll: Poll = chance.pick(run.model.polls)
    const by = someone(run, chance, ...team)
    const opens = call === 'openPoll'
    return {
      ...{ by, call, keys: ['poll'] },
      input: { pitch_uuid: run.pitch.uuid, poll_id: poll.id, is_shown: chance.is(0.5) },
      expects: model => (opens && model.state !== 'inProgress' ? 'refused' : undefined),
      begins: () => {
        const word = run.words.get(poll.id)
        const standing = standingOf(run.model, by)
        if (word && standing !== 'attendee' && standing !== 'none') run.secrets.set(word, forRoom('a poll'))
      },
      done: () => {
        if (call !== 'showPollResult') poll.state = opens ? 'open' : 'closed'
      },
    }
  }
}

const vote: Maker = (run, chance) => {
  if (run.model.polls.length === 0) return undefined
  const poll = chance.pick(run.model.polls)
  const by = someone(run, chance, 'attendee')
  const choice = chance.below(3)
  return {
    ...{ by, call: 'votePoll', on: String(choice), keys: [`vote:${poll.id}:${by.label}`, 'poll'] },
    input: { pitch_uuid: run.pitch.uuid, poll_id: poll.id, choices: [choice] },
    expects: () => (poll.state === 'open' ? undefined : 'refused'),
    done: () => void poll.votes.set(by.label, choice),
  }
}

const forward: Maker = (run, chance) => {
  const { said } = someMessage(run, chance) ?? {}
  if (!said) return undefined
  return {
    ...{ by: someone(run, chance, ...team), call: 'forwardMessages', on: said.by },
    input: { pitch_uuid: run.pitch.uuid, message_ids: [said.id] },
    begins: () => {
      if (said.state === 'said') said.state = 'forwarded'
    },
  }
}

const slow: Maker = (run, chance) => {
  const seconds = chance.pick([0, 0, 10])
  return {
    ...{ by: someone(run, chance, ...team), call: 'updatePitchSlowMode', on: String(seconds), keys: ['slow'] },
    input: { pitch_uuid: run.pitch.uuid, seconds },
    done: (_, { model }) => {
      if (model.slow !== seconds) noteDeed(run, 'chat.slowMode')
      model.slow = seconds
    },
  }
}

/** What people say, ask and vote, with how often. */
export const talking: readonly (readonly [Maker, number])[] = [
  ...([
    [say, 8],
    [whisper, 3],
    [makeGroup, 1],
    [teamChat, 1],
    [sayInGroup, 3],
    [changeGroup, 1],
    [edit, 2],
  ] as const),
  ...([
    [takeBack, 2],
    [react, 2],
    [ask, 3],
    [settleQuestion, 2],
    [withdraw, 1],
    [openQuestions, 0.5],
  ] as const),
  ...([
    [makePoll, 1.5],
    [changePoll('openPoll'), 2],
    [changePoll('closePoll'), 1],
    [changePoll('showPollResult'), 1],
  ] as const),
  ...([
    [vote, 4],
    [forward, 1],
    [slow, 0.5],
  ] as const),
]
