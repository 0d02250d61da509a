import { isMuted, standingOf } from '../model.ts'
import type { SimPerson } from '../people.ts'
import { type Expected, type Maker, noteDeed, type Run, someAttendee, someone } from './act.ts'

const team = ['owner', 'coHost', 'moderator', 'admin'] as const
const managers = ['owner', 'coHost', 'admin'] as const

/** Somebody whom the team may mute or remove, or must not be able to. */
const target = (run: Run, chance: Parameters<Maker>[1]) =>
  chance.is(0.8)
    ? someAttendee(run, chance)
    : chance.pick(run.crowd.people.filter(person => person.label !== 'visitor'))

/** [PERM-051, PERM-052] Neither oneself nor the team. */
const onAttendee = ({ model }: Run, by: SimPerson, whom: SimPerson): Expected => {
  const part = standingOf({ ...model, removed: new Set(), linkOff: new Set() }, { ...whom, token: '-' })
  if (by === whom || (part !== 'attendee' && part !== 'maybe' && part !== 'none')) return 'refused'
  return undefined
}

const mute: Maker = (run, chance) => {
  const by = someone(run, chance, ...team)
  const on = chance.is(0.65)
  const whom = chance.is(0.75) ? target(run, chance) : undefined
  return {
    ...{ by, call: 'updatePitchMuteChat', on: `${on ? 'mute' : 'unmute'} ${whom?.label ?? 'all'}` },
    keys: ['mute'],
    input: { pitch_uuid: run.pitch.uuid, is_mute_chat: on, ...(whom && { user_id: whom.id }) },
    expects: () => whom && onAttendee(run, by, whom),
    done: (_, { model }) => {
      const { muted, unmuted } = model
      // what is so already causes no event
      if (on === (whom ? isMuted(model, whom.label) : model.allMuted)) return
      if (!whom) {
        model.allMuted = on
        unmuted.clear()
        return
      }
      muted.delete(whom.label)
      unmuted.delete(whom.label)
      if (on) muted.add(whom.label)
      else if (model.allMuted) unmuted.add(whom.label)
    },
  }
}

const remove: Maker = (run, chance) => {
  const [by, whom] = [someone(run, chance, ...team), target(run, chance)]
  return {
    ...{ by, call: 'removeAttendee', on: whom.label, keys: [`person:${whom.label}`, 'removed'] },
    input: { pitch_uuid: run.pitch.uuid, user_id: whom.id },
    expects: () => onAttendee(run, by, whom),
    done: () => {
      noteDeed(run, 'attendee.remove')
      run.model.removed.add(whom.label)
      // a join session ends with it
      if (whom.kind === 'link') whom.token = undefined
    },
  }
}

const readmit: Maker = (run, chance) => {
  const removed = run.crowd.people.filter(({ label }) => run.model.removed.has(label))
  const whom = removed.length > 0 ? chance.pick(removed) : chance.pick(run.crowd.invited)
  const by = someone(run, chance, ...team)
  return {
    ...{ by, call: 'readmitAttendee', on: whom.label, keys: [`person:${whom.label}`, 'removed'] },
    input: { pitch_uuid: run.pitch.uuid, user_id: whom.id },
    expects: model => (model.removed.has(whom.label) ? undefined : 'refused'),
    done: () => {
      noteDeed(run, 'attendee.readmit')
      run.model.removed.delete(whom.label)
      // whom the removal made an attendee of a public pitch stays one
      run.model.invited.add(whom.label)
    },
  }
}

const guestMode: Maker = (run, chance) => {
  const on = chance.is(0.6)
  return {
    ...{ by: someone(run, chance, ...managers), call: 'updateGuestMode', on: String(on), keys: ['guest'] },
    input: { uuid: run.pitch.uuid, on },
    done: (_, { model }) => {
      model.isGuest = on
    },
  }
}

const lock: Maker = (run, chance) => {
  const is_locked = chance.is(0.5)
  return {
    ...{ by: someone(run, chance, 'admin'), call: 'updatePitchLockStatus', on: String(is_locked), keys: ['lock'] },
    input: { uuid: run.pitch.uuid, is_locked },
    done: (_, { model }) => {
      model.isLocked = is_locked
    },
  }
}

const raiseHand: Maker = (run, chance) => ({
  ...{ by: someone(run, chance, 'attendee'), call: 'setHand' },
  input: { pitch_uuid: run.pitch.uuid, raised: chance.is(0.7) },
})

const grant: Maker = (run, chance) => {
  const whom = someAttendee(run, chance)
  return {
    ...{ by: someone(run, chance, ...team), call: 'grantStage', on: whom.label },
    input: { pitch_uuid: run.pitch.uuid, user_id: whom.id, microphone: true, camera: chance.is(0.5) },
    expects: model => (model.state === 'inProgress' ? undefined : 'refused'),
  }
}

const revoke: Maker = (run, chance) => {
  const whom = someAttendee(run, chance)
  const by = someone(run, chance, ...team)
  return {
    ...{ by, call: 'revokeStage', on: whom.label },
    input: { pitch_uuid: run.pitch.uuid, user_id: whom.id },
    expects: model => (standingOf(model, by) === 'attendee' && by !== whom ? 'refused' : undefined),
  }
}

const pause: Maker = (run, chance) => ({
  ...{ by: someone(run, chance, 'owner', 'coHost'), call: 'sgFixPause' },
  input: { pitch_uuid: run.pitch.uuid, is_paused: chance.is(0.5) },
})

const turn: Maker = (run, chance) => ({
  ...{ by: someone(run, chance, 'owner', 'coHost'), call: 'sgUpdatePitchPages' },
  input: { pitch_uuid: run.pitch.uuid, page: 1 + chance.below(3), action: 'right' },
})

const handLead: Maker = (run, chance) => ({
  ...{ by: someone(run, chance, 'owner', 'coHost'), call: 'transferPitch', keys: ['state', 'leader'] },
  input: { uuid: run.pitch.uuid, keep: true },
  begins: ({ model }) => {
    model.isLedByAnother = true
  },
})

const inviteOne: Maker = (run, chance) => {
  const whom = chance.pick(
    run.crowd.people.filter(({ label }) => label.startsWith('stranger') || label === 'foreignVc1'),
  )
  return {
    ...{ by: someone(run, chance, ...managers), call: 'invitePitchByManuallyContacts', on: whom.label },
    keys: [`person:${whom.label}`, 'invited'],
    input: { uuid: run.pitch.uuid, attendees_arr: [{ email: whom.email, firstname: 'Pat', lastname: whom.nameWord }] },
    done: (_, { model }) => {
      model.invited.add(whom.label)
      if (model.state === 'scheduled') model.state = 'delivered'
    },
  }
}

const switchLink: Maker = (run, chance) => {
  const whom = chance.pick(run.crowd.invited)
  const disabled = chance.is(0.6)
  return {
    ...{ by: someone(run, chance, ...managers), call: 'setJoinLinkDisabled', on: `${whom.label} ${disabled}` },
    keys: [`person:${whom.label}`],
    input: { uuid: run.pitch.uuid, attendee_id: whom.attendeeId, disabled },
    done: (_, { model }) => {
      if (!disabled) return void model.linkOff.delete(whom.label)
      model.linkOff.add(whom.label)
      if (whom.kind === 'link') whom.token = undefined
    },
  }
}

/** What the team does with the room and the people in it. */
export const leading: readonly (readonly [Maker, number])[] = [
  ...([
    [mute, 4],
    [remove, 2.5],
    [readmit, 1.5],
    [guestMode, 1.5],
    [lock, 0.7],
    [raiseHand, 1.5],
    [grant, 1],
  ] as const),
  ...([
    [revoke, 1],
    [pause, 0.7],
    [turn, 1],
    [handLead, 0.4],
    [inviteOne, 1.2],
    [switchLink, 0.8],
  ] as const),
]
