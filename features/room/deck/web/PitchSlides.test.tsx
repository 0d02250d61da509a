import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, nobody, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import type { DeckFile, DeckPage } from '../contract.ts'

const { uuid } = pitchDetail()
const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const file = (number: number, more: Partial<DeckFile> = {}): DeckFile => ({
  id: idOf(number),
  name: `file${number}.pptx`,
  type: 'pptx',
  size: 2_500_000,
  position: number - 1,
  status: 'ready',
  pages: 2,
  pages_ready: 2,
  failure: null,
  notes: [],
  created_time: '2026-11-20T10:00:00.000Z',
  ...more,
})
const page = (number: number, of: number): DeckPage => ({
  page: number,
  file_id: idOf(of),
  url: `/decks/k${number}/large`,
  medium_url: `/decks/k${number}/medium`,
  thumb_url: `/decks/k${number}/thumb`,
  width: 1920,
  height: 1080,
  text: `words on page ${number}`,
})
const server = (files: DeckFile[], more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchDetail: () => pitchDetail(),
  getPitchFileList: () => ({ items: files, total: files.length }),
  getPitchPreflight: () => ({ pages: [] }),
  sgGetPitchPagesData: () => ({ status: 'ready', total: 4, pages: [page(1, 1), page(2, 1), page(3, 2)] }),
  ...more,
})
const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
const address = `/pitches/editfile/${uuid}`

describe('the slides of a pitch', () => {
  it('[ROUTE-099] shows each file with its pages, what is still being made, why one failed, and what was left out', async () => {
    const failed = file(3, { status: 'failed', failure: 'DeckEncrypted', pages: null })
    const making = file(2, { status: 'converting', pages_ready: 1 })
    await renderAt(address, server([file(1, { notes: ['linksLeftOut'] }), making, failed]))
    expect(await rowOf('file1.pptx')).toHaveProperty('textContent', expect.stringContaining('2 slides'))
    expect((await rowOf('file1.pptx')).textContent).toContain(
      'Some images or media in this file are linked from other servers, so they’re missing from the slides.',
    )
    await waitFor(async () => expect((await rowOf('file2.pptx')).textContent).toContain('Slides ready: 1 of 2'))
    expect((await rowOf('file3.pptx')).textContent).toContain('The file is password-protected.')
    expect(within(await rowOf('file3.pptx')).getByRole('button', { name: 'Convert again' })).toBeTruthy()
  })

  it('says before the pitch what does not play or looks otherwise, and what to do', async () => {
    const check = (number: number, ...findings: object[]) => ({ page: number, file_id: idOf(1), findings })
    const font = { kind: 'font', font: 'Aptos', instead: 'Carlito' }
    const getPitchPreflight = () => ({ pages: [check(1, font), check(2, { kind: 'video' }, font)] })
    const old = file(2, { type: 'ppt', name: 'old.ppt' })
    const { user } = await renderAt(address, server([file(1), old, file(3)], { getPitchPreflight }))
    const video = 'Slide 2 has a video, shown as a still. To play it, share your screen.'
    expect(await screen.findByText(video)).toBeTruthy()
    expect(
      screen.getByText('The font Aptos isn’t installed here. Slides 1–2 show Carlito. Check them, or upload a PDF.'),
    ).toBeTruthy()
    expect((await rowOf('old.ppt')).textContent).toContain(
      'Save it as .pptx so that we can check for videos and animations.',
    )
    expect((await rowOf('file3.pptx')).textContent).toContain('No video, sound, animation, missing font, or cut text')
    // a font of many slides is no mark on each of them
    await screen.findByRole('button', { name: 'Open slide 1' })
    await user.click(screen.getByRole('button', { name: 'Open slide 2, which has a note' }))
    expect(within(await screen.findByRole('dialog')).getByText(video)).toBeTruthy()
  })

  it('asks for pages until all are there, though the list of files knew first', async () => {
    let asked = 0
    const sgGetPitchPagesData = () =>
      asked++ < 2
        ? { status: 'converting', total: 2, pages: [] }
        : { status: 'ready', total: 2, pages: [page(1, 1), page(2, 1)] }
    await renderAt(address, server([file(1)], { sgGetPitchPagesData }))
    await screen.findByRole('button', { name: 'Open slide 2' })
    expect(asked).toBe(3)
  })

  it('opens a page large with its text, and turns by the arrow keys', async () => {
    const { user } = await renderAt(address, server([file(1)]))
    await user.click(await screen.findByRole('button', { name: 'Open slide 1' }))
    await screen.findByAltText('words on page 1')
    await user.keyboard('{ArrowRight}')
    await screen.findByAltText('words on page 2')
    expect(screen.queryByAltText('words on page 1')).toBeNull()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByAltText('words on page 2')).toBeTruthy()
    await user.keyboard('{ArrowLeft}')
    expect(await screen.findByAltText('words on page 1')).toBeTruthy()
  })

  it('moves a file by its buttons', async () => {
    const { user, inputOf } = await renderAt(address, server([file(1), file(2)], { updatePitchFile: () => file(2) }))
    await user.click(await screen.findByRole('button', { name: 'Move up: file2.pptx' }))
    await waitFor(() =>
      expect(inputOf('updatePitchFile')).toEqual({ pitch_uuid: uuid, file_id: idOf(2), position: '0' }),
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move up: file1.pptx' }).disabled).toBe(true)
  })

  it('[RULE-053] asks before a file is deleted, and says why the last one stays', async () => {
    const deletePitchFile = () => {
      throw new CallFailed('DeckLastFile')
    }
    const { user } = await renderAt(address, server([file(1)], { deletePitchFile }))
    await user.click(await screen.findByRole('button', { name: 'Delete: file1.pptx' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('This removes 2 slides from the pitch')
    await user.click(within(dialog).getByRole('button', { name: 'Delete file' }))
    await within(dialog).findByText(/This is the pitch’s only file\./)
  })

  it('[RULE-051, RULE-052, RULE-054, ERR-041] refuses a file before it is sent, with the reason at its row', async () => {
    const { made } = await renderAt(address, server([file(1)]))
    await screen.findByText('file1.pptx')
    const input = document.querySelector('input[type=file]') as HTMLInputElement
    const huge = new File(['x'], 'huge.pdf')
    Object.defineProperty(huge, 'size', { value: 1024 ** 3 + 1 })
    fireEvent.change(input, { target: { files: [huge, new File(['x'], 'notes.txt'), new File(['x'], 'FILE1.pptx')] } })
    await waitFor(async () => expect((await rowOf('huge.pdf')).textContent).toContain('over 1 GB'))
    expect((await rowOf('notes.txt')).textContent).toContain('Only .pptx, .ppt, and .pdf files are supported.')
    expect((await rowOf('FILE1.pptx')).textContent).toContain('This pitch already has a file with that name.')
    expect(made.map(({ call }) => call)).not.toContain('createPitchFile')
  })

  it('stays as it is once the pitch has begun', async () => {
    await renderAt(address, server([file(1)], { getPitchDetail: () => ({ ...pitchDetail(), state: 'inProgress' }) }))
    await screen.findByText(/This pitch has started, so its deck is locked here\./)
    await screen.findByRole('button', { name: 'Download: file1.pptx' })
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
  })

  it('speaks Chinese', async () => {
    await renderAt(address, server([file(1)]), 'zh-Hans')
    expect((await rowOf('file1.pptx')).textContent).toContain('2 张幻灯片')
  })
})

describe('the preview of a pitch’s slides', () => {
  it('[ROUTE-047] opens for everybody, and asks to sign in who is not', async () => {
    const sgGetPitchPagesData = () => {
      throw new CallFailed('NotSignedIn')
    }
    await renderAt(`/previewPdf/${uuid}`, { ...nobody, sgGetPitchPagesData })
    await screen.findByText('Sign in to view this deck')
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('shows all pages below each other', async () => {
    await renderAt(`/previewPdf/${uuid}`, server([]))
    await screen.findByAltText('words on page 3')
    expect(screen.getAllByAltText(/^words on page/).map(image => image.getAttribute('alt'))).toEqual([
      ...['words on page 1', 'words on page 2', 'words on page 3'],
    ])
  })
})
