import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pitch } from '#features/room/room/web/testing/fakeRoom.ts'
import { captionLanguages } from '#features/talk/caption/rules.ts'
import { chooseLanguage } from '#web/i18n/i18n.ts'
import { startAllTexts } from '#web/testing/texts.ts'
import { CaptionDialog } from './CaptionDialog.tsx'
import { chooseCaptions } from './captionChoice.ts'

vi.mock('#features/room/room/web/roomClient.ts', () => ({ roomClient: () => ({}) }))
beforeEach(async () => {
  localStorage.clear()
  chooseCaptions({ on: true, reads: undefined })
  await startAllTexts()
})
afterEach(async () => {
  cleanup()
  await chooseLanguage('en')
})

const show = () => render(<CaptionDialog pitch={pitch} manages={false} speaking={undefined} onClose={() => {}} />)
const languages = () => screen.getByLabelText<HTMLSelectElement>('Language')

it('[I18N-006, I18N-007, I18N-008, I18N-009, I18N-010, I18N-011, I18N-012, I18N-013, I18N-014, I18N-015, I18N-016, I18N-017, I18N-018] offers each of the twelve, Chinese in both scripts, by name', async () => {
  show()
  const user = userEvent.setup()
  const [original, ...offered] = [...languages().options].map(option => option.textContent)
  expect(original).toBe('As spoken')
  expect(offered).toEqual([
    ...['Chinese (Simplified)', 'Chinese (Traditional)', 'Dutch', 'English', 'French', 'German', 'Hungarian'],
    ...['Italian', 'Japanese', 'Korean', 'Portuguese', 'Russian', 'Spanish'],
  ])
  const values = [...languages().options].map(option => option.value)
  expect(values).toEqual(['', ...captionLanguages])
  for (const value of values) {
    await user.selectOptions(languages(), value)
    expect(languages().value).toBe(value)
  }
})

it('[PROD-018] offers no choice of the look while captions are off, and stores the choice', async () => {
  const user = userEvent.setup()
  show()
  await user.selectOptions(screen.getByLabelText('Size'), 'huge')
  await user.click(screen.getByLabelText('Show captions'))
  expect([languages().disabled, screen.getByLabelText<HTMLSelectElement>('Size').disabled]).toEqual([true, true])
  cleanup()
  show()
  await user.click(screen.getByLabelText('Show captions'))
  expect(screen.getByLabelText<HTMLSelectElement>('Size').value).toBe('huge')
})
