import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Attendee } from '#features/planning/invite/contract.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const { uuid } = pitchDetail()
const attendee = (number: number, more: Partial<Attendee> = {}): Attendee => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  email: `guest${number}@fund.example`,
  firstname: number === 1 ? 'Grace' : '',
  lastname: number === 1 ? 'Hopper' : '',
  delivery: 'sent',
  failure: null,
  held_by: null,
  invited_at: '2026-11-20T10:00:00.000Z',
  joined_at: null,
  answer: null,
  disabled: false,
  removed: false,
  tag: '',
  ...more,
})
const server = (attendees: Attendee[], more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchDetail: () => pitchDetail(),
  getPitchAttendeeList: () => ({ items: attendees, total: attendees.length, answers: { yes: 0, no: 0 } }),
  getListList: () => ({ items: [], total: 0 }),
  getInvitationPreview: ({ language }) => ({
    ...{ subject: `Invitation in ${language}`, sender: 'Quill Deals', html: '<p>Come</p><script>1</script>' },
    ...{ text: 'Come, in plain text', slide: false, has_slide: true },
  }),
  ...more,
})

describe('Invite Pitches', () => {
  it.each([
    ['SCREEN-005, ROUTE-108', `/pitches/invite/${uuid}`],
    ['ROUTE-102', `/pitches/editattendees/${uuid}`],
  ])('[%s, PROD-014] invites people by typed addresses at %s', async (_, address) => {
    const { user, inputOf } = await renderAt(
      address,
      server([attendee(1)], { invitePitchByManuallyContacts: () => ({ invited: 1, known: 1, suppressed: 1 }) }),
    )
    await screen.findByRole('heading', { name: 'Invite' })
    expect(document.title).toBe('Invite · Rostrum')
    await user.click(await screen.findByLabelText('People to invite'))
    await user.paste('Lin Chen <Lin@Quill.co>, guest1@fund.example\nnobody')
    await screen.findByText('Already invited')
    await user.click(screen.getByRole('combobox', { name: 'Email language' }))
    await user.click(await screen.findByRole('option', { name: '简体中文' }))
    await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }))
    await screen.findByText('1 person invited. 1 was already invited. 1 won’t be emailed: the address is suppressed.')
    expect(inputOf('invitePitchByManuallyContacts')).toEqual({
      uuid,
      attendees_arr: JSON.stringify([
        { email: 'lin@quill.co', firstname: 'Lin', lastname: 'Chen', language: 'zh-Hans' },
      ]),
    })
    expect(screen.getByLabelText<HTMLTextAreaElement>('People to invite').value).toBe('')
  })

  it('warns of two addresses of one mailbox, invites both unless one is left out, and says how a file was read', async () => {
    const { user } = await renderAt(`/pitches/invite/${uuid}`, server([attendee(1, { email: 'guest.one@gmail.com' })]))
    await user.click(await screen.findByLabelText('People to invite'))
    await user.paste('a.b@gmail.com, ab@gmail.com, a.b@fund.example, ab@fund.example, guestone@googlemail.com')
    expect(await screen.findByRole('button', { name: 'Invite 5 people' })).toBeTruthy()
    expect(await screen.findByText('2 may be duplicates')).toBeTruthy()
    const doubles = within(screen.getByRole('list', { name: 'Possible duplicates' }))
    expect(doubles.getAllByRole('listitem').map(item => item.textContent)).toEqual([
      'ab@gmail.comSame inbox as a.b@gmail.com',
      'guestone@googlemail.comSame inbox as guest.one@gmail.com',
    ])
    await user.click(doubles.getByRole('button', { name: /ab@gmail.com/ }))
    expect(await screen.findByText('1 may be a duplicate')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Invite 4 people' })).toBeTruthy()
    const bytes = Uint8Array.from(Buffer.from('6c69407175696c6c2e636f2cc0eed6bec7bf', 'hex'))
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!chooser) throw new Error('no file to choose')
    await user.upload(chooser, new File([bytes], 'people.csv', { type: 'text/csv' }))
    expect(await screen.findByText(/^people.csv isn’t in UTF-8. We read it as Simplified Chinese/)).toBeTruthy()
    expect(await screen.findByText(/李志强/)).toBeTruthy()
  })

  it('says what to do where the server sends no mail', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1, { delivery: 'kept' })], {
        getRegistrationInfo: () => ({ open: false, sends: false }),
        invitePitchByManuallyContacts: () => ({ invited: 1, known: 0, suppressed: 0 }),
        invitePitch: () => ({ invited: 1, suppressed: 0 }),
      }),
    )
    await user.click(await screen.findByLabelText('People to invite'))
    await user.paste('lin@quill.co')
    await user.click(await screen.findByRole('button', { name: 'Invite 1 person' }))
    await screen.findByText(/1 person added. This server doesn’t send email. Copy their link below/)
    await user.click(screen.getByRole('button', { name: 'Resend the invitation to guest1@fund.example' }))
    const dialog = await screen.findByRole('dialog')
    within(dialog).getByText(/^This server doesn’t send email\./)
    await user.click(within(dialog).getByRole('button', { name: 'Create 1 invitation (not emailed)' }))
    await screen.findByText(/invitation with a new link is in the outbox\./)
    expect(inputOf('invitePitch')).toEqual({ uuid, invite_ids: JSON.stringify([attendee(1).id]) })
  })

  it('copies a new link of an attendee by keyboard, and says what becomes of the old one', async () => {
    const link = `https://x.test/join-session/${uuid}?access_token=secret`
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1), attendee(2, { disabled: true }), attendee(3, { removed: true })], {
        createJoinLink: () => ({ link, expires: '2026-12-24T15:00:00.000Z' }),
      }),
    )
    const button = await screen.findByRole('button', { name: 'Copy the link for guest1@fund.example' })
    expect(screen.getAllByRole('button', { name: /^Copy the link/ })).toHaveLength(1)
    button.focus()
    await user.keyboard('{Enter}')
    await screen.findByText(/Copied a new link for guest1@fund.example.*Earlier links still work/)
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(inputOf('createJoinLink')).toEqual({ uuid, attendee_id: attendee(1).id })
    expect(document.body.textContent).not.toContain('secret')
  })

  it('shows the link where the browser does not let it onto the clipboard', async () => {
    const link = `https://x.test/join-session/${uuid}?access_token=secret`
    const { user } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1)], { createJoinLink: () => ({ link, expires: '2026-12-24T15:00:00.000Z' }) }),
    )
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    Object.assign(document, { execCommand: () => false })
    await user.click(await screen.findByRole('button', { name: 'Copy the link for guest1@fund.example' }))
    const field = await screen.findByLabelText<HTMLInputElement>('Join link')
    expect(field.value).toBe(link)
    vi.restoreAllMocks()
  })

  it('shows the invitation beside the form, without scripts, in each language, and lets one show the first slide', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([], { updateInvitationSlide: () => ({}) }),
    )
    const preview = within(await screen.findByRole('region', { name: 'Preview' }))
    expect((await preview.findByTitle('Invitation in en')).getAttribute('sandbox')).toBe('')
    expect(preview.getByText('Quill Deals')).toBeTruthy()
    await user.click(preview.getByRole('combobox', { name: 'Language' }))
    await user.click(await screen.findByRole('option', { name: '繁體中文' }))
    await preview.findByTitle('Invitation in zh-Hant')
    await user.click(preview.getByRole('radio', { name: 'Plain text' }))
    expect(preview.getByText('Come, in plain text')).toBeTruthy()
    await user.click(preview.getByRole('checkbox', { name: /Show slide 1/ }))
    await screen.findByText('Invitations now show slide 1.')
    expect(inputOf('updateInvitationSlide')).toEqual({ uuid, show: '1' })
  })

  it('offers all links as a file where the server sends no mail', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1, { delivery: 'kept' })], {
        exportJoinLinks: () => ({ filename: 'links.csv', csv: 'x', rows: 2, total: 2 }),
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Export links as CSV' }))
    await screen.findByText(/Created new links for 2 people/)
    expect(inputOf('exportJoinLinks')).toEqual({ uuid })
  })

  it('says who gets no further email, and why', async () => {
    await renderAt(`/pitches/invite/${uuid}`, server([attendee(1, { held_by: 'unsubscribe' })]))
    expect(await screen.findByText('No further email: unsubscribed')).toBeTruthy()
  })

  it('[RULE-041, RULE-042] requires an address', async () => {
    const { user, made } = await renderAt(`/pitches/invite/${uuid}`, server([]))
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    await screen.findByText('Enter at least one email address.')
    expect(made.some(({ call }) => call === 'invitePitchByManuallyContacts')).toBe(false)
  })

  it('shows the state of each invitation, and why one did not arrive', async () => {
    await renderAt(
      `/pitches/invite/${uuid}`,
      server([
        attendee(1, { joined_at: '2026-11-24T15:00:00.000Z' }),
        attendee(2, { delivery: 'failed', failure: '550 no such mailbox' }),
        attendee(3, { delivery: 'queued', disabled: true }),
        attendee(4, { delivery: 'kept', removed: true }),
      ]),
    )
    const row = async (email: string) => (await screen.findByText(email)).closest('tr')?.textContent
    expect(await row('guest1@fund.example')).toMatch(/Grace Hopper.*Sent.*Joined/)
    expect(await row('guest2@fund.example')).toMatch(/Not delivered550 no such mailbox/)
    expect(await row('guest3@fund.example')).toMatch(/Sending.*Link disabled/)
    expect(await row('guest4@fund.example')).toMatch(/In the outbox.*Removed from the room/)
    screen.getByText(/Copy each invitee’s link here/)
  })

  it.each([
    ['delivered', true],
    ['inProgress', true],
    ['over', false],
  ] as const)('tells to copy links only while a link can be copied: %s', async (state, tells) => {
    await renderAt(
      '/pitches/view/7?tab=invited',
      server([attendee(1, { delivery: 'kept' })], {
        getRegistrationInfo: () => ({ open: false, sends: false }),
        getPitchById: () => pitchDetail({ state }),
        sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
        getPitchAttendance: () => ({ items: [], total: 0 }),
        getAttendeeFeedbackList: () => ({ items: [], total: 0, counts: { dislike: 0, unsure: 0, invest: 0 } }),
        getCommitmentList: () => ({ items: [], total: 0, sum: '$0', statements: [], withdrawn: [] }),
      }),
    )
    await screen.findByText('In the outbox')
    expect(screen.queryByText(/Copy each invitee’s link here/) !== null).toBe(tells)
    expect(screen.queryByRole('button', { name: 'Copy the link for guest1@fund.example' }) !== null).toBe(tells)
  })

  it('[RULE-091, ERR-051] needs at least one person to send again to', async () => {
    const { user, made } = await renderAt(`/pitches/invite/${uuid}`, server([attendee(1)]))
    await user.click(await screen.findByRole('button', { name: 'Resend' }))
    expect((await screen.findByRole('alert')).textContent).toBe('You should select at least 1 user')
    expect(made.some(({ call }) => call === 'invitePitch')).toBe(false)
  })

  it('[CALL-034] sends again to the selected attendees, after a confirmation', async () => {
    const { user, inputOf } = await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1), attendee(2), attendee(3)], { invitePitch: () => ({ invited: 2, suppressed: 0 }) }),
    )
    await user.click(await screen.findByLabelText('Select guest1@fund.example'))
    await user.click(screen.getByLabelText('Select guest3@fund.example'))
    await user.click(screen.getByRole('button', { name: 'Resend to 2' }))
    const dialog = await screen.findByRole('dialog', { name: 'Resend 2 invitations?' })
    await user.click(within(dialog).getByRole('button', { name: 'Send 2 emails' }))
    await screen.findByText('2 invitations resent with new links.')
    expect(inputOf('invitePitch')).toEqual({ uuid, invite_ids: JSON.stringify([attendee(1).id, attendee(3).id]) })
  })

  it.each([
    ['STATE-056', false, 'Disable the link for guest1@fund.example', 'Disable link', '1'],
    ['STATE-055', true, 'Enable the link for guest1@fund.example', 'Enable link', '0'],
  ])(
    '[%s, STATE-057] switches a link (disabled: %s) after saying what that does',
    async (_, disabled, open, act, sent) => {
      const { user, inputOf } = await renderAt(
        `/pitches/invite/${uuid}`,
        server([attendee(1, { disabled })], { setJoinLinkDisabled: () => ({}) }),
      )
      await user.click(await screen.findByRole('button', { name: open }))
      const dialog = await screen.findByRole('dialog')
      expect(inputOf('setJoinLinkDisabled')).toBeUndefined()
      await user.click(within(dialog).getByRole('button', { name: act }))
      await waitFor(() =>
        expect(inputOf('setJoinLinkDisabled')).toEqual({ uuid, attendee_id: attendee(1).id, disabled: sent }),
      )
    },
  )

  it('offers no invitations to a pitch that is over, and still lists its attendees', async () => {
    await renderAt(
      `/pitches/invite/${uuid}`,
      server([attendee(1)], { getPitchDetail: () => pitchDetail({ state: 'over', status: 4 }) }),
    )
    await screen.findByText('This pitch has ended. You can no longer invite anyone.')
    await screen.findByText('guest1@fund.example')
    expect(screen.queryByLabelText('People to invite')).toBeNull()
  })
})
