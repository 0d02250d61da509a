import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '#contract/fields.ts'
import { type GuestMode, noGuestMode } from '#features/core/account/veil.ts'
import type { PitchPart } from '#features/core/pitch/rules.ts'
import { ids, pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import { noMutes } from '#features/talk/chat/apply.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { PeoplePanel } from './PeoplePanel.tsx'

const person = (id: string, name: string, part: PitchPart, more = {}) => ({
  id,
  name,
  firstname: name,
  lastname: '',
  avatar: '',
  sign: '',
  company_name: '',
  linkedin_publicProfileUrl: '',
  part,
  line: false,
  guest: '',
  removed: false,
  ...more,
})
const people = [
  person(ids.paula, 'Paula', 'owner', { line: true, sign: 'Founder', company_name: 'Quill' }),
  person('c', 'Carl', 'coHost'),
  person('m', 'Mona', 'moderator'),
  person(ids.ivan, 'Ivan', 'attendee', { line: true, linkedin_publicProfileUrl: 'https://www.linkedin.com/in/ivan' }),
  person('e', 'Eve', 'attendee', { linkedin_publicProfileUrl: 'javascript:alert(1)' }),
]

async function panel(
  me: { id: string; part: PitchPart },
  language: Language = 'en',
  mute = noMutes,
  {
    listed = people,
    total = listed.length,
    guests = noGuestMode,
  }: { listed?: Listed[]; total?: number; guests?: GuestMode } = {},
) {
  const onMessage = vi.fn(async () => {})
  const made: { call: string; input: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = Object.fromEntries(new URLSearchParams(String(init.body)))
    made.push({ call: path.split('/').at(-1) ?? '', input })
    const ids = (field: string): string[] | undefined => input[field] && JSON.parse(input[field])
    const [only, without, page, limit] = [ids('only'), ids('without'), Number(input['page']), Number(input['limit'])]
    const named = listed.filter(({ name }) => name.toLowerCase().includes(input['name'] ?? ''))
    const wanted = named.filter(({ id }) => (only ? only.includes(id) : !without?.includes(id)))
    const items = wanted.slice((page - 1) * limit, page * limit)
    const results = { items, total: only || input['name'] ? wanted.length : total - (without?.length ?? 0), here: 2 }
    return new Response(JSON.stringify({ code: 1, message: '', data: {}, results }))
  })
  await startAllTexts(language)
  const presenters = listed.some(({ id }) => id === ids.paula) ? [ids.paula] : []
  render(
    <InFakeRoom room={{ mute, guests }} now={{ me: { ...me, session: 'mine', name: '' }, here: 2, presenters }}>
      <PeoplePanel onMessage={onMessage} />
    </InFakeRoom>,
  )
  const called = (name = '') => (name.startsWith('#') ? `Guest ${name}` : name)
  await screen.findByText(called(listed.at(-1)?.name))
  if (presenters.length > 0) await screen.findByText('Paula')
  return {
    made,
    onMessage,
    user: userEvent.setup(),
    row: (name: string) => within(screen.getByText(name).closest('li') as HTMLElement),
  }
}
type Listed = ReturnType<typeof person>
const last = (made: { call: string; input: Record<string, string> }[], call: string) =>
  made.findLast(one => one.call === call)?.input

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the list of people', () => {
  it('[ROOM-021, ROOM-022, ENT-090, ENT-091] tells who presents, who moderates, who is here, and what they are', async () => {
    const { row } = await panel({ id: ids.ivan, part: 'attendee' })
    expect(row('Paula').getByText('Presenter')).toBeTruthy()
    expect(row('Paula').getByText('Founder At Quill')).toBeTruthy()
    expect(row('Paula').getByText('Here')).toBeTruthy()
    expect(row('Mona').getByText('Moderator')).toBeTruthy()
    expect(row('Mona').getByText('Not in the room')).toBeTruthy()
    expect(screen.getByText('2 of 5 here')).toBeTruthy()
  })

  it('[ENT-092] puts position and company side by side in Chinese', async () => {
    const { row } = await panel({ id: ids.ivan, part: 'attendee' }, 'zh-Hans')
    expect(row('Paula').getByText('Quill Founder')).toBeTruthy()
  })

  it('[ROOM-020] links to LinkedIn, and to nothing else', async () => {
    const { row } = await panel({ id: ids.ivan, part: 'attendee' })
    expect(row('Ivan').getByRole('link').getAttribute('href')).toBe('https://www.linkedin.com/in/ivan')
    expect(row('Eve').queryByRole('link')).toBeNull()
  })

  it('[ROOM-018, RULE-105] removes after asking, and can let in again', async () => {
    const { made, user, row } = await panel({ id: ids.paula, part: 'owner' })
    await user.click(row('Ivan').getByRole('button', { name: 'Remove Ivan' }))
    expect(last(made, 'removeAttendee')).toBeUndefined()
    await user.click(
      within(screen.getByRole('dialog', { name: 'Remove Ivan?' })).getByRole('button', { name: 'Remove' }),
    )
    expect(last(made, 'removeAttendee')).toEqual({ pitch_uuid: pitch, user_id: ids.ivan })
    await user.click(await screen.findByRole('button', { name: 'Readmit' }))
    expect(last(made, 'readmitAttendee')).toEqual({ pitch_uuid: pitch, user_id: ids.ivan })
  })

  it('marks a removed person for moderators, and offers neither to mute nor to remove them again', async () => {
    const gone = person(ids.ivan, 'Ivan', 'attendee', { removed: true })
    const { row } = await panel({ id: 'm', part: 'moderator' }, 'en', noMutes, { listed: [gone] })
    expect(row('Ivan').getByText('Removed')).toBeTruthy()
    expect(row('Ivan').queryByRole('button', { name: /Remove|Mute/ })).toBeNull()
  })

  it('[PERM-051, PERM-052] offers to remove neither oneself nor the team', async () => {
    const { row } = await panel({ id: 'm', part: 'moderator' })
    for (const name of ['Paula', 'Carl', 'Mona'])
      expect(row(name).queryByRole('button', { name: /Remove|Mute/ })).toBeNull()
    expect(row('Ivan').getAllByRole('button', { name: /Remove|Mute/ })).toHaveLength(2)
  })

  it('[ROOM-013] shows the details of a person, with a private message except to oneself', async () => {
    const { user, row, onMessage } = await panel({ id: ids.ivan, part: 'attendee' })
    await user.click(row('Paula').getByRole('button', { name: 'Paula' }))
    // the card's words may still be on their way
    const card = within(await screen.findByRole('dialog', { name: 'Paula' }))
    expect(card.getByText('Founder At Quill')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Message' }))
    expect(onMessage).toHaveBeenCalledWith(expect.objectContaining({ id: ids.paula }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(row('Ivan').getByRole('button', { name: 'Ivan' }))
    const own = within(await screen.findByRole('dialog', { name: 'Ivan' }))
    expect(own.queryByRole('button', { name: 'Message' })).toBeNull()
  })

  it('[ROOM-019, STATE-118] mutes in the chat and lets write again, one or all', async () => {
    const { made, user, row } = await panel({ id: ids.paula, part: 'owner' })
    await user.click(row('Ivan').getByRole('button', { name: 'Mute Ivan in chat' }))
    expect(last(made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, user_id: ids.ivan, is_mute_chat: '1' })
    await user.click(screen.getByRole('button', { name: 'Mute everyone in chat' }))
    expect(last(made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, is_mute_chat: '1' })
    cleanup()
    const muted = await panel({ id: ids.paula, part: 'owner' }, 'en', { all: true, muted: [], allowed: ['e'] })
    expect(muted.row('Ivan').getByText('Muted')).toBeTruthy()
    expect(muted.row('Eve').queryByText('Muted')).toBeNull()
    expect(muted.row('Paula').queryByText('Muted')).toBeNull()
    await user.click(muted.row('Ivan').getByRole('button', { name: 'Unmute Ivan in chat' }))
    expect(last(muted.made, 'updatePitchMuteChat')).toMatchObject({ user_id: ids.ivan, is_mute_chat: '0' })
    await user.click(screen.getByRole('button', { name: 'Unmute everyone in chat' }))
    expect(last(muted.made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, is_mute_chat: '0' })
  })

  it('offers an attendee no removal', async () => {
    await panel({ id: ids.ivan, part: 'attendee' })
    expect(screen.queryByRole('button', { name: /^Remove|^Mute/ })).toBeNull()
  })

  it('[CONST-055] searches on the server, and asks for people as they come into view', async () => {
    const many = Array.from({ length: 150 }, (_, n) =>
      person(`id-${n}`, `Person ${String(n).padStart(3, '0')}`, 'attendee'),
    )
    const { made, user } = await panel({ id: ids.ivan, part: 'attendee' }, 'en', noMutes, {
      listed: many.slice(0, 24),
      total: 10_000,
    })
    const list = screen.getByRole('list', { name: 'Attendees and team' })
    // ten thousand people are few rows, which say where they stand
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(60)
    expect(within(list).getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('10000')
    expect(last(made, 'getRoomPeople')).toMatchObject({ page: '1', limit: '100' })
    await user.type(screen.getByRole('searchbox'), 'person 007')
    await waitFor(() => expect(last(made, 'getRoomPeople')).toMatchObject({ page: '1', name: 'person 007' }))
    await screen.findByRole('list', { name: 'Found' })
    await waitFor(() => expect(screen.queryByText('Person 008')).toBeNull())
    expect(screen.getByText('1 found')).toBeTruthy()
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(last(made, 'getRoomPeople')).not.toHaveProperty('name'))
  })

  it('[PERM-058, PERM-059, PERM-060] shows a guest without face and name, and both names to a reader who may see them', async () => {
    const on = { on: true, hosts: [] }
    const guest = person('3f2a', '#3F2A', 'attendee', { guest: '#3F2A' })
    const { row } = await panel({ id: 'x', part: 'moderator' }, 'en', noMutes, { listed: [guest], guests: on })
    expect(row('Guest #3F2A').getByRole('button', { name: 'Remove Guest #3F2A' })).toBeTruthy()
    expect(screen.getByText('Guest #3F2A').closest('.person')?.querySelector('.chat-face svg')).toBeTruthy()
    cleanup()
    const known = person('3f2a', 'Ivan', 'attendee', { guest: '#3F2A' })
    const admin = await panel({ id: 'x', part: 'admin' }, 'en', noMutes, { listed: [known], guests: on })
    expect(admin.row('Ivan').getByText('Guest #3F2A')).toBeTruthy()
    expect(admin.row('Ivan').getByText('I')).toBeTruthy()
  })

  it('[GAP-018, STATE-091, STATE-092] turns guest mode on after saying what it means, and tells attendees what they are called', async () => {
    const { made, user } = await panel({ id: ids.paula, part: 'owner' })
    await user.click(screen.getByRole('button', { name: 'Turn on guest mode' }))
    expect(last(made, 'updateGuestMode')).toBeUndefined()
    const dialog = within(screen.getByRole('dialog', { name: 'Turn on guest mode?' }))
    await user.click(dialog.getByRole('button', { name: 'Turn on guest mode' }))
    expect(last(made, 'updateGuestMode')).toEqual({ uuid: pitch, on: '1' })
    cleanup()
    await panel({ id: ids.ivan, part: 'attendee' }, 'en', noMutes, { guests: { on: true, hosts: [] } })
    expect(screen.getByText('Guest mode: others see you as Guest #0000.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /guest mode/i })).toBeNull()
  })

  it('[PERM-061] shows the accredited badge where the server names an end that is to come', async () => {
    const end = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const listed = [
      person(ids.ivan, 'Ivan', 'attendee', { end_date_raw: end(1) }),
      person(ids.paula, 'Paula', 'attendee', { end_date_raw: end(-1) }),
    ]
    const { row } = await panel({ id: 'x', part: 'admin' }, 'en', noMutes, { listed })
    expect(row('Ivan').getByText('Accredited')).toBeTruthy()
    expect(row('Paula').queryByText('Accredited')).toBeNull()
  })

  it('[PERM-062] shows on the card what the server tells admin users alone', async () => {
    const ivan = person(ids.ivan, 'Ivan', 'attendee', { email: 'ivan@quill.test' })
    const { user, row } = await panel({ id: 'x', part: 'admin' }, 'en', noMutes, { listed: [ivan] })
    await user.click(row('Ivan').getByRole('button', { name: 'Ivan' }))
    expect(await screen.findByRole('link', { name: 'ivan@quill.test' })).toBeTruthy()
  })
})
