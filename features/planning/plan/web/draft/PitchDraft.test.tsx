import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { draftDetail, draftItem } from '#features/planning/draft/web/testDraft.ts'
import { pitchDetail, pitchItem } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const { id } = draftItem()
const server = (more: Answers = {}, role = 'presenter'): Answers => ({
  ...signedInAs(role),
  getPitchDraftForPresenter: () => draftDetail(),
  createPitchDraftByPresenter: () => ({ id, version: 1, upload_ids: [] }),
  updatePitchDraftByPresenter: () => ({ id, version: 4, upload_ids: [] }),
  createPitchByPresenter: () => ({ id: 7, uuid: pitchDetail().uuid }),
  getPitchById: () => pitchDetail(),
  sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
  ...more,
})
const edit = `/pitches/edit-draft?id=${id}`
const nameField = () => screen.findByLabelText<HTMLInputElement>(/Pitch name/)
/** Another person's version, which the server has by now. */
const theirs = (more: Parameters<typeof draftDetail>[0]) =>
  draftDetail({ version: 4, updated_by: 'Paula Reyes', updated_time: new Date().toISOString(), ...more })

// on a busy machine the screen's code takes longer than a test waits
beforeAll(async () => {
  await import('../PitchDraftEdit.tsx')
}, 120_000)

describe('a pitch that is being written', () => {
  it('[STATE-019] is a draft on the server from its first keystroke, and the pitch is made of it', async () => {
    const { user, made, inputOf } = await renderAt('/pitches/create', server())
    await user.fill(await nameField(), 'Bridge')
    await screen.findByText('Draft saved')
    expect(inputOf('createPitchDraftByPresenter')).toMatchObject({ presentation_name: 'Bridge', for_other: '0' })
    // the browser keeps nothing that the server has
    await waitFor(() => expect(Object.keys(localStorage).filter(key => key.includes('draft.pitch'))).toEqual([]))
    await user.type(screen.getByLabelText('Keywords'), 'law')
    await waitFor(() => expect(inputOf('updatePitchDraftByPresenter')).toBeDefined())
    expect(inputOf('updatePitchDraftByPresenter')).toEqual({ id, version: '1', keywords: 'law' })
    expect(made.filter(({ call }) => call === 'createPitchDraftByPresenter')).toHaveLength(1)
  })

  it('[ROUTE-096, CALL-009] is opened on another device as it was left, and sent with its version', async () => {
    const { user, inputOf, where } = await renderAt(edit, server())
    expect((await nameField()).value).toBe('Seed round')
    expect(screen.getByDisplayValue(/Grace Hopper <grace@quill.co> lin@quill.co/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Create and invite 2 people' }))
    await waitFor(() => expect(where.address).toBe('/pitches/view/7'))
    expect(inputOf('createPitchByPresenter')).toMatchObject({ draft_id: id, draft_version: '3', start_time: '10:00' })
    expect(inputOf('updatePitchDraftByPresenter')).toBeUndefined()
  })

  it('shows the invitation of what is saved beside the form, anew after each saving', async () => {
    const asked: unknown[] = []
    const mail = { sender: 'Quill', html: '<p>Come</p>', text: 'Come, in words.' }
    const { user } = await renderAt(
      edit,
      server({
        getDraftInvitationPreview: ({ language }) => {
          asked.push(language)
          return { mail: asked.length > 1 ? { ...mail, subject: `Invitation ${asked.length}` } : null }
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Preview invitation' }))
    await screen.findByText('Enter a name, a start, and an end to see the invitation here.')
    await user.type(await nameField(), ' II')
    expect((await screen.findByTitle('Invitation 2', {}, { timeout: 5000 })).getAttribute('sandbox')).toBe('')
    await user.click(screen.getByText('Plain text'))
    await screen.findByText('Come, in words.')
    await user.click(screen.getByRole('button', { name: 'Hide preview' }))
    expect(screen.queryByText('Come, in words.')).toBeNull()
    expect(asked).toEqual(['en', 'en'])
  })

  it('says when saving failed, keeps the text in the browser, and saves by the button', async () => {
    let broken = true
    const { user } = await renderAt(
      edit,
      server({
        updatePitchDraftByPresenter: () => {
          if (broken) throw new CallFailed('Unavailable')
          return { id, version: 4, upload_ids: [] }
        },
      }),
    )
    await user.type(await nameField(), ' II')
    await screen.findByText('Save failed. Your changes are kept in this browser.')
    expect(localStorage.getItem(`rostrum.draft.pitch.draft.${id}.${person.user_id}`)).toContain('Seed round II')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    await screen.findByText('Draft saved.')
  })

  it('[STATE-020] says who changed what meanwhile, takes in what only they changed, and lets the person choose between both', async () => {
    let at = draftDetail()
    const { user, made } = await renderAt(
      edit,
      server({
        getPitchDraftForPresenter: () => at,
        updatePitchDraftByPresenter: input => {
          if (Number(input['version']) !== at.version) throw new CallFailed('DraftChanged')
          return { id, version: at.version + 1, upload_ids: [] }
        },
      }),
    )
    await nameField()
    at = theirs({ presentation_name: 'Series A', dealterms: 'SAFE at 22 million.' })
    await user.fill(await nameField(), ' of Quill')
    await screen.findByText(/^Paula Reyes changed this draft/)
    await screen.findByText(/^Changed: Pitch name(,| and) Deal terms\.$/)
    expect(screen.getByDisplayValue('SAFE at 22 million.')).toBeDefined()
    const choice = screen.getByRole('radiogroup', { name: 'Pitch name' })
    expect(
      within(choice).getByRole<HTMLInputElement>('radio', { name: /Your version Seed round of Quill/ }).checked,
    ).toBe(true)
    // nothing is saved before the choice
    const savings = () => made.filter(({ call }) => call === 'updatePitchDraftByPresenter').length
    const before = savings()
    await user.click(screen.getByRole('button', { name: 'Save draft' }))
    expect(savings()).toBe(before)
    await user.click(within(choice).getByRole('radio', { name: /Paula Reyes’s version Series A/ }))
    await user.click(screen.getByRole('button', { name: 'Keep selected versions' }))
    await waitFor(async () => expect((await nameField()).value).toBe('Series A'))
    expect(screen.queryByText(/^Paula Reyes changed this draft/)).toBeNull()
  })

  it('names the people and the series in which the two versions differ', async () => {
    const base = draftDetail()
    let at = base
    const person = (name: string) => ({ email: `${name}@quill.co`, firstname: '', lastname: '' })
    const many = Array.from({ length: 12 }, (_, n) => person(`new${n}`))
    const [first, second] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
    const series = (id: string, spv_series_name: string) => ({
      ...{ id, spv_series_name, company_name: 'Acme', status: 'open' as const, currency: 'USD' as const },
      ...{ minimum_co_investment: '', maximum_of_investors: null },
    })
    const { user } = await renderAt(
      edit,
      server({
        getPitchDraftForPresenter: () => at,
        getSeriesForPitch: () => ({ items: [series(first, 'Series One'), series(second, 'Series Two')], total: 2 }),
        updatePitchDraftByPresenter: input => {
          if (Number(input['version']) !== at.version) throw new CallFailed('DraftChanged')
          return { id, version: at.version + 1, upload_ids: [] }
        },
      }),
    )
    await nameField()
    at = theirs({ attendees_arr: many, series_id: first })
    await user.click(await screen.findByRole('combobox', { name: /SPV series/ }))
    await user.click(await screen.findByRole('option', { name: 'Series Two · Acme' }))
    const people = screen.getByLabelText(/People to invite/)
    await user.fill(people as HTMLTextAreaElement, '\nmine@quill.co')
    const choice = within(await screen.findByRole('radiogroup', { name: 'Invitations' }))
    expect(choice.getByRole('radio', { name: /Your version.*Only in this version: .*mine@quill\.co/ })).toBeTruthy()
    expect(choice.getByRole('radio', { name: /12 invitees.*new0@quill\.co.*new9@quill\.co, and 2 more$/ })).toBeTruthy()
    const named = within(screen.getByRole('radiogroup', { name: /SPV series/ }))
    expect(await named.findByRole('radio', { name: /Your version Series Two · Acme/ })).toBeTruthy()
    expect(named.getByRole('radio', { name: /Series One · Acme/ })).toBeTruthy()
  })

  it('names the files in which the two versions differ', async () => {
    let at = draftDetail({ upload_ids: ['one', 'two'], no_file: false })
    const file = (name: string) => ({
      ...{ id: '00000000-0000-4000-8000-0000000000b1', name, type: 'pdf' as const, size: 9, position: 0 },
      ...{
        status: 'ready' as const,
        pages: 1,
        pages_ready: 1,
        failure: null,
        notes: [],
        created_time: '2026-11-24T10:00:00.000Z',
      },
    })
    const { user } = await renderAt(
      edit,
      server({
        getPitchDraftForPresenter: () => at,
        getUploadedFile: ({ upload_id }) => ({ file: file(`${upload_id}.pdf`), pages: [], preflight: [] }),
        updatePitchDraftByPresenter: input => {
          if (Number(input['version']) !== at.version) throw new CallFailed('DraftChanged')
          return { id, version: at.version + 1, upload_ids: [] }
        },
      }),
    )
    await nameField()
    at = theirs({ upload_ids: ['one', 'two', 'three'], no_file: false })
    await user.click(await screen.findByRole('button', { name: /Remove.*one\.pdf/ }))
    const choice = within(await screen.findByRole('radiogroup', { name: 'Slides' }))
    expect(
      await choice.findByRole('radio', { name: /3 files.*Only in this version: one\.pdf, three\.pdf$/ }),
    ).toBeTruthy()
    expect(choice.getByRole('radio', { name: /Your version.*1 file.*two\.pdf$/ })).toBeTruthy()
  })

  it('keeps the person’s own version where they choose it, and saves it over the newer one', async () => {
    let at = draftDetail()
    const { user, inputOf } = await renderAt(
      edit,
      server({
        getPitchDraftForPresenter: () => at,
        updatePitchDraftByPresenter: input => {
          if (Number(input['version']) !== at.version) throw new CallFailed('DraftChanged')
          return { id, version: at.version + 1, upload_ids: [] }
        },
      }),
    )
    await nameField()
    at = theirs({ presentation_name: 'Series A' })
    await user.type(await nameField(), ' II')
    await user.click(await screen.findByRole('button', { name: 'Keep selected versions' }))
    await waitFor(() =>
      expect(inputOf('updatePitchDraftByPresenter')).toEqual({ id, version: '4', presentation_name: 'Seed round II' }),
    )
  })

  it('that is gone says so, and can be kept as a new one', async () => {
    const { user, inputOf } = await renderAt(
      edit,
      server({
        updatePitchDraftByPresenter: () => {
          throw new CallFailed('DraftNotFound')
        },
      }),
    )
    await user.type(await nameField(), ' II')
    await screen.findByText('This draft no longer exists')
    await user.click(screen.getByRole('button', { name: 'Save as new draft' }))
    await waitFor(() =>
      expect(inputOf('createPitchDraftByPresenter')).toMatchObject({ presentation_name: 'Seed round II' }),
    )
  })

  it('[ROUTE-097] of another person is opened by those who look after pitches, and made a pitch of its owner’s', async () => {
    const paula = { user_id: '00000000-0000-4000-8000-0000000000a1', name: 'Paula Reyes', email: 'paula@quill.example' }
    const { user, inputOf, where } = await renderAt(
      `/pitches/edit-draft-byadmin?id=${id}`,
      server(
        {
          getPitchDraftForPitchAdmin: () => draftDetail({ assignee: paula, owner_name: 'Paula Reyes' }),
          updatePitchDraftByPitchAdmin: () => ({ id, version: 4, upload_ids: [] }),
          getAssigneeList: () => ({ items: [paula], total: 1 }),
        },
        'pitchadmin',
      ),
    )
    await user.type(await nameField(), ' II')
    await waitFor(() => expect(inputOf('updatePitchDraftByPitchAdmin')).toMatchObject({ id, version: '3' }))
    await user.click(screen.getByRole('button', { name: 'Create and invite 2 people' }))
    await waitFor(() => expect(where.address).toBe('/pitches/view/7'))
    expect(inputOf('createPitchByPresenter')).toMatchObject({ user_id: paula.user_id, draft_version: '4' })
  })

  it('of another person leads a presenter to their own', async () => {
    const { where } = await renderAt(`/pitches/edit-draft-byadmin?id=${id}`, server())
    await waitFor(() => expect(where.address).toBe(edit))
  })
})

describe('Pitch Draft', () => {
  const list = (...items: ReturnType<typeof draftItem>[]): Answers => ({
    ...server(),
    getPitchDraftListForPresenter: () => ({ items, total: items.length }),
  })

  it('[SCREEN-007, ROUTE-095, STATE-004] lists the own drafts with their state, and opens one', async () => {
    await renderAt(
      '/pitches/draft',
      list(draftItem(), draftItem({ id: id.replace('d1', 'd2'), presentation_name: '' })),
    )
    await screen.findByRole('heading', { name: 'Pitch Draft', level: 1 })
    await screen.findByText('Untitled pitch')
    const [row, second] = (await screen.findAllByRole('row')).slice(1)
    expect(row?.textContent).toMatch(/Seed round.*Quill Co.*Draft.*Nov 24.*2 invitees/)
    expect(second?.textContent).toContain('Untitled pitch')
    expect(screen.getByRole('link', { name: /^Seed round/ }).getAttribute('href')).toBe(edit)
  })

  it('[STATE-021] deletes one after it says what goes along, and takes that back', async () => {
    const { user, choose, inputOf } = await renderAt('/pitches/draft', {
      ...list(draftItem()),
      ...{ deletePitchDraft: () => ({}), restorePitchDraft: () => ({}) },
    })
    await choose('Actions for Seed round', 'Delete')
    const dialog = await screen.findByRole('dialog', { name: 'Delete pitch draft' })
    within(dialog).getByText(/with its files and its list of invitees/)
    await user.click(within(dialog).getByRole('button', { name: 'Delete pitch draft' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(inputOf('restorePitchDraft')).toEqual({ id }))
  })

  it('[ROUTE-094, PERM-078] of all shows whose each is, and leads others to their own', async () => {
    const all = { getPitchDraftListAll: () => ({ items: [draftItem({ owner_name: 'Paula Reyes' })], total: 1 }) }
    await renderAt('/pitches/alldraft', server(all, 'pitchadmin'))
    await screen.findByText('Paula Reyes')
    const link = screen.getByRole('link', { name: /^Seed round/ }).getAttribute('href')
    expect(link).toBe(`/pitches/edit-draft-byadmin?id=${id}`)
  })

  it('of all leads a presenter to their own', async () => {
    const { where, made } = await renderAt('/pitches/alldraft', list())
    await waitFor(() => expect(where.address).toBe('/pitches/draft'))
    expect(made.some(({ call }) => call === 'getPitchDraftListAll')).toBe(false)
  })
})

it('an address with a wrong id has nothing, and no fields to check', async () => {
  const refuse = () => {
    throw new CallFailed('InputInvalid', { id: 'invalid_format' })
  }
  await renderAt('/pitches/edit-draft?id=none', server({ getPitchDraftForPresenter: refuse }))
  const said = 'This page doesn’t exist. It may have moved, or the link may be incomplete.'
  expect(await screen.findByText(said)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

describe('My pitches', () => {
  const pitches: Answers = {
    getPitchListForPresenter: () => ({ items: [pitchItem()], total: 1 }),
    getPitchDraftListForPresenter: () => ({ items: [draftItem()], total: 1 }),
  }

  it('[STATE-004] shows drafts above the pitches, and in their place by the filter', async () => {
    const { user, where } = await renderAt('/pitches/list', server(pitches))
    const drafts = await screen.findByRole('region', { name: 'Drafts' })
    expect(within(drafts).getByText('Draft')).toBeDefined()
    expect(within(drafts).getByRole('link', { name: 'Continue Seed round' }).getAttribute('href')).toBe(edit)
    await user.click(screen.getByRole('combobox', { name: 'Status' }))
    await user.click(await screen.findByRole('option', { name: 'Draft' }))
    await waitFor(() => expect(where.address).toContain('state=draft'))
    await screen.findByRole('link', { name: /^Seed round/ })
    const [row] = (await screen.findAllByRole('row')).slice(1)
    expect(row?.textContent).toContain('Draft')
    expect(row?.textContent).not.toContain('Invitations sent')
  })

  it('[GAP-002, ERR-037] copies a pitch into a draft, and says so when that failed', async () => {
    let broken = true
    const { choose, where } = await renderAt(
      '/pitches/list',
      server({
        ...pitches,
        copyPitch: () => {
          if (broken) throw new CallFailed('StorageFull')
          return { id }
        },
      }),
    )
    await choose('Actions for Seed round', 'Copy')
    await screen.findByText('Copy failed')
    expect(where.address).toBe('/pitches/list')
    broken = false
    await choose('Actions for Seed round', 'Copy')
    await waitFor(() => expect(where.address).toBe(edit))
  })
})
