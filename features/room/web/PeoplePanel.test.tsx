import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '#contract/fields.ts'
import { nobodyMuted } from '#features/chat/apply.ts'
import type { PitchPart } from '#features/pitch/rules.ts'
import { startTexts } from '#web/i18n/i18n.ts'
import { PeoplePanel } from './PeoplePanel.tsx'
import { ids, pitch } from './testing/fakeRoom.ts'

const somebody = (id: string, name: string, part: PitchPart, more = {}) => ({
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
  ...more,
})
const people = [
  somebody(ids.paula, 'Paula', 'owner', { line: true, sign: 'Founder', company_name: 'Quill' }),
  somebody('c', 'Carl', 'coHost'),
  somebody('m', 'Mona', 'moderator'),
  somebody(ids.ivan, 'Ivan', 'attendee', { line: true, linkedin_publicProfileUrl: 'https://www.linkedin.com/in/ivan' }),
  somebody('e', 'Eve', 'attendee', { linkedin_publicProfileUrl: 'javascript:alert(1)' }),
]

async function panel(me: { id: string; part: PitchPart }, language: Language = 'en', mute = nobodyMuted) {
  const onMessage = vi.fn(async () => {})
  const made: { call: string; input: Record<string, string> }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const input = Object.fromEntries(new URLSearchParams(String(init.body)))
    made.push({ call: path.split('/').at(-1) ?? '', input })
    const results = { items: people, total: 60, here: 2 }
    return new Response(JSON.stringify({ code: 1, message: '', data: {}, results }))
  })
  if (i18next.isInitialized) await i18next.changeLanguage(language)
  else await startTexts(language)
  render(<PeoplePanel pitch={pitch} me={me} mute={mute} changes={0} onMessage={onMessage} />)
  await screen.findByText('Paula')
  return {
    made,
    onMessage,
    user: userEvent.setup(),
    row: (name: string) => within(screen.getByText(name).closest('li') as HTMLElement),
  }
}
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
    expect(row('Mona').getByText('Not here')).toBeTruthy()
    expect(screen.getByText('2 of 60 here')).toBeTruthy()
  })

  it('[ENT-092] puts position and company side by side in Chinese', async () => {
    const { row } = await panel({ id: ids.ivan, part: 'attendee' }, 'zh-Hans')
    expect(row('Paula').getByText('Founder Quill')).toBeTruthy()
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
    await user.click(await screen.findByRole('button', { name: 'Let in again' }))
    expect(last(made, 'readmitAttendee')).toEqual({ pitch_uuid: pitch, user_id: ids.ivan })
  })

  it('[PERM-051, PERM-052] offers to remove neither oneself nor those who host', async () => {
    const { row } = await panel({ id: 'm', part: 'moderator' })
    for (const name of ['Paula', 'Carl', 'Mona'])
      expect(row(name).queryByRole('button', { name: /Remove|Mute/ })).toBeNull()
    expect(row('Ivan').getAllByRole('button', { name: /Remove|Mute/ })).toHaveLength(2)
  })

  it('[ROOM-013] shows who somebody is, with a message to them, but not to oneself', async () => {
    const { user, row, onMessage } = await panel({ id: ids.ivan, part: 'attendee' })
    await user.click(row('Paula').getByRole('button', { name: 'Paula' }))
    const card = within(screen.getByRole('dialog', { name: 'Paula' }))
    expect(card.getByText('Founder At Quill')).toBeTruthy()
    await user.click(card.getByRole('button', { name: 'Message' }))
    expect(onMessage).toHaveBeenCalledWith(expect.objectContaining({ id: ids.paula }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(row('Ivan').getByRole('button', { name: 'Ivan' }))
    const own = within(screen.getByRole('dialog', { name: 'Ivan' }))
    expect(own.queryByRole('button', { name: 'Message' })).toBeNull()
  })

  it('[ROOM-019, STATE-118] mutes in the chat and lets write again, one or all', async () => {
    const { made, user, row } = await panel({ id: ids.paula, part: 'owner' })
    await user.click(row('Ivan').getByRole('button', { name: 'Mute Ivan in the chat' }))
    expect(last(made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, user_id: ids.ivan, is_mute_chat: '1' })
    await user.click(screen.getByRole('button', { name: 'Mute everyone’s chat' }))
    expect(last(made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, is_mute_chat: '1' })
    cleanup()
    const muted = await panel({ id: ids.paula, part: 'owner' }, 'en', { all: true, muted: [], allowed: ['e'] })
    expect(muted.row('Ivan').getByText('Muted')).toBeTruthy()
    expect(muted.row('Eve').queryByText('Muted')).toBeNull()
    expect(muted.row('Paula').queryByText('Muted')).toBeNull()
    await user.click(muted.row('Ivan').getByRole('button', { name: 'Let Ivan write in the chat' }))
    expect(last(muted.made, 'updatePitchMuteChat')).toMatchObject({ user_id: ids.ivan, is_mute_chat: '0' })
    await user.click(screen.getByRole('button', { name: 'Let everyone write again' }))
    expect(last(muted.made, 'updatePitchMuteChat')).toEqual({ pitch_uuid: pitch, is_mute_chat: '0' })
  })

  it('offers an attendee to remove nobody', async () => {
    await panel({ id: ids.ivan, part: 'attendee' })
    expect(screen.queryByRole('button', { name: /^Remove|^Mute/ })).toBeNull()
  })

  it('[CONST-055] searches and pages on the server', async () => {
    const { made, user } = await panel({ id: ids.ivan, part: 'attendee' })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(last(made, 'getRoomPeople')).toMatchObject({ page: '2', limit: '25' }))
    await user.type(screen.getByRole('searchbox'), 'iva')
    await waitFor(() => expect(last(made, 'getRoomPeople')).toMatchObject({ page: '1', name: 'iva' }))
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(last(made, 'getRoomPeople')).not.toHaveProperty('name'))
  })
})
