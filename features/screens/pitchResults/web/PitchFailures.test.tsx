import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CallFailed } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { formOf } from '#features/planning/plan/web/pitchForm.ts'
import { pitchDetail } from '#features/planning/plan/web/testPitch.ts'
import { type Answers, person, renderAt, signedInAs } from '#web/testing/renderAt.tsx'

const server = (fails: boolean): Answers => {
  const act = (answer: unknown) => () => {
    if (fails) throw new CallFailed('Internal', undefined, 'req-7')
    return answer
  }
  return {
    ...signedInAs('presenter'),
    getPitchById: () => pitchDetail(),
    getPitchDetail: () => pitchDetail(),
    sgGetPitchPagesData: () => ({ status: 'none', total: 0, pages: [] }),
    createPitchByPresenter: act({ id: 7, uuid: pitchDetail().uuid }),
    updatePitch: act({}),
    deletePitch: act({}),
  }
}
function keepDraft() {
  const value = {
    form: { ...formOf(pitchDetail()), co_host: [] },
    invitees: { text: '', files: [], leftOut: [] },
    uploads: [],
    noFile: true,
  }
  localStorage.setItem(`rostrum.draft.pitch.new.${person.user_id}`, JSON.stringify({ at: Date.now(), value }))
}
async function attempt(address: string, fails: boolean, press: RegExp, dialog?: RegExp, language: Language = 'en') {
  keepDraft()
  const { user } = await renderAt(address, server(fails), language)
  await user.click(await screen.findByRole('button', { name: press }))
  if (dialog) await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: dialog }))
}

describe('what can be done with a pitch says how it went', () => {
  it.each([
    ['[ERR-034, ERR-071]', '/pitches/create', /^Create pitch/, undefined, 'Create failed', 'Pitch created.'],
    ['[ERR-035, ERR-071]', '/pitches/edit/7', /^Save/, undefined, 'Save failed', 'Changes saved.'],
    ['[ERR-036, ERR-071]', '/pitches/view/7', /^Delete/, /^Delete/, 'Delete failed', 'Seed round was deleted.'],
  ] as const)('%s at %s', async (_, address, press, dialog, failed, done) => {
    await attempt(address, true, press, dialog)
    const alert = await screen.findByText(failed)
    expect(alert.closest('[role="alert"]')?.textContent).toContain('Something went wrong.')
    expect(screen.queryByText(done)).toBeNull()
  })

  it.each([
    ['[ERR-071]', '/pitches/create', /^Create pitch/, undefined, 'Pitch created.'],
    ['[ERR-071]', '/pitches/edit/7', /^Save/, undefined, 'Changes saved.'],
    ['[ERR-071]', '/pitches/view/7', /^Delete/, /^Delete/, 'Seed round was deleted.'],
  ] as const)('%s at %s, when it went well', async (_, address, press, dialog, done) => {
    await attempt(address, false, press, dialog)
    await screen.findByText(done)
    expect(screen.queryByText(/failed$/)).toBeNull()
  })

  it('[ERR-036] in Chinese as well', async () => {
    await attempt('/pitches/view/7', true, /删除/, /删除/, 'zh-Hans')
    const failed = await screen.findByText('删除失败')
    expect(failed.closest('[role="alert"]')?.textContent).toContain('系统出现问题')
  })
})
