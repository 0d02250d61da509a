import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

/** Uploads whose end the test decides, by the names of their files. */
const ends = new Map<string, () => void>()
class FakeUpload {
  url: string | null = null
  constructor(file: File, { onSuccess }: { onSuccess: () => void }) {
    ends.set(file.name, () => {
      this.url = `/uploads/${file.name}`
      onSuccess()
    })
  }
  findPreviousUploads = async () => []
  resumeFromPreviousUpload = () => {}
  start = () => {}
  abort = async () => {}
}
vi.mock('tus-js-client', () => ({ Upload: FakeUpload }))

beforeEach(() => ends.clear())

const file = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })
const uploaded = (upload_id: string) => ({
  file: {
    ...{ id: upload_id, name: upload_id, type: 'pdf', size: 9, position: 0, status: 'ready', pages: 1, pages_ready: 1 },
    ...{ failure: null, notes: [], created_time: '2026-11-20T10:00:00.000Z' },
  },
  pages: [],
})

async function form() {
  const app = await renderAt('/pitches/create', {
    ...signedInAs('presenter'),
    getUploadedFile: ({ upload_id = '' }) => uploaded(upload_id),
  })
  await screen.findByText('Choose files')
  const input = document.querySelector<HTMLInputElement>('.deck-drop input[type="file"]') as HTMLInputElement
  return { ...app, choose: (...names: string[]) => app.user.upload(input, names.map(file)) }
}
const names = () =>
  within(screen.getByRole('list', { name: 'Deck files' }))
    .getAllByRole('listitem')
    .map(row => /[a-z]+\.pdf/.exec(row.textContent ?? '')?.[0])
const kept = () => {
  const draft = localStorage.getItem(`rostrum.draft.pitch.new.${person.user_id}`)
  return (JSON.parse(draft ?? '{"value":{}}') as { value: { uploads?: string[] } }).value.uploads
}

describe('files for a new pitch', () => {
  it('stand in the order in which they were chosen, whichever upload ends first', async () => {
    const { choose } = await form()
    await choose('long.pdf', 'short.pdf', 'last.pdf')
    await waitFor(() => expect(ends.size).toBe(3))
    ends.get('short.pdf')?.()
    ends.get('last.pdf')?.()
    await new Promise(done => setTimeout(done, 50))
    expect(names()).toEqual(['long.pdf', 'short.pdf', 'last.pdf'])
    ends.get('long.pdf')?.()
    await waitFor(() => expect(kept()).toEqual(['long.pdf', 'short.pdf', 'last.pdf']))
  })

  it('do not wait for one that has failed or was taken away', async () => {
    const { choose, user } = await form()
    await choose('gone.pdf', 'stays.pdf')
    await waitFor(() => expect(ends.size).toBe(2))
    ends.get('stays.pdf')?.()
    await user.click(screen.getByRole('button', { name: /gone\.pdf$/ }))
    await waitFor(() => expect(kept()).toEqual(['stays.pdf']))
  })

  it('are put in another order in the form', async () => {
    const { choose, user } = await form()
    await choose('first.pdf', 'second.pdf')
    await waitFor(() => expect(ends.size).toBe(2))
    for (const end of ends.values()) end()
    await user.click(await screen.findByRole('button', { name: /^Move up: second\.pdf/ }))
    expect(names()).toEqual(['second.pdf', 'first.pdf'])
    await waitFor(() => expect(kept()).toEqual(['second.pdf', 'first.pdf']))
  })
})
