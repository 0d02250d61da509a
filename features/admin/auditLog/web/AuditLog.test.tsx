import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import { AuditDetail } from './AuditDetail.tsx'

const paula = { id: '00000000-0000-4000-8000-00000000000a', name: 'Paula Reyes', email: 'p@x.test' }
const entry = {
  id: 7,
  at: '2026-11-01T10:00:00Z',
  action: 'pitch.delete',
  actor: paula,
  impersonator: { id: '00000000-0000-4000-8000-00000000000b', name: 'Sam Super', email: 's@x.test' },
  subject: '00000000-0000-4000-8000-00000000000c',
  subject_name: 'Seed round',
  detail: { why: 'a duplicate', owner: '00000000-0000-4000-8000-00000000000d' },
  detail_names: { '00000000-0000-4000-8000-00000000000d': 'Olga Owner' },
  ip: '192.0.2.1',
  org_name: 'Quill',
  number: 12,
  hash: 'ab12',
}
const list = {
  getAuditList: () => ({ items: [entry], total: 1 }),
  getUserListForEp: () => ({ items: [], total: 0 }),
}

const Around = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <MantineProvider env="test">{children}</MantineProvider>
  </MemoryRouter>
)

describe('the audit log', () => {
  it('says in words who did what, on top of whom, and all of it in a drawer', async () => {
    const { user } = await renderAt('/administration/audit-log', list)
    const row = within((await screen.findByText('Seed round')).closest('tr') as HTMLElement)
    expect(row.getByText('Paula Reyes').textContent).toContain('by Sam Super')
    await user.click(row.getByRole('button', { name: 'Deleted a pitch' }))
    const drawer = await screen.findByRole('dialog', { name: 'Entry' })
    for (const text of [
      'a duplicate',
      'Olga Owner (00000000-0000-4000-8000-00000000000d)',
      'Sam Super',
      '192.0.2.1',
      '12',
      'ab12',
    ])
      expect(within(drawer).getByText(text)).toBeTruthy()
  })

  it('says in words what an entry is about and what its facts are called, in the language of who reads', async () => {
    await startAllTexts('zh-Hans')
    const signIn = { ...entry, action: 'session.signIn', subject_name: '', detail: { way: 'password' } }
    const commit = { ...entry, action: 'commitment.create', detail: { amountMinor: '2500000', initials: 'PR' } }
    const many = { ...entry, action: 'account.changeMany', subject: 'addTag', subject_name: '', detail: { people: 13 } }
    const { rerender } = render(<AuditDetail entry={many as never} />, { wrapper: Around })
    expect(screen.getByText('添加标签')).toBeTruthy()
    rerender(<AuditDetail entry={signIn as never} />)
    for (const text of ['会话', '登录方式', '密码', entry.subject]) expect(screen.getByText(text)).toBeTruthy()
    rerender(<AuditDetail entry={commit as never} />)
    for (const text of ['意向金额', 'US$25,000', '签名']) expect(screen.getByText(text)).toBeTruthy()
    const change = { ...entry, action: 'account.changeRole', detail: { from: ['member'], to: ['vc', 'files'] } }
    rerender(<AuditDetail entry={change as never} />)
    for (const text of ['会员', '投资人、文件']) expect(screen.getByText(text)).toBeTruthy()
    await startAllTexts('en')
  })

  it('reads search, action, person and days from the address, and asks the call for them', async () => {
    const filter = `content=seed&action=pitch.delete&actor=${paula.id}&dates=2026-11-01_2026-11-02&sort=action&order=asc`
    const { inputOf } = await renderAt(`/administration/audit-log?${filter}`, list)
    await screen.findByText('Seed round')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'User' }).value).toBe('Paula Reyes')
    const input = inputOf('getAuditList')
    expect(input).toMatchObject({
      content: 'seed',
      action: 'pitch.delete',
      actor: paula.id,
      sort: 'action',
      order: 'asc',
    })
    const days = (Date.parse(input?.['until'] ?? '') - Date.parse(input?.['from'] ?? '')) / 86_400_000
    expect(Math.round(days)).toBe(2)
  })

  it('finds one of its many actions by a part of its words', async () => {
    const { user, inputOf } = await renderAt('/administration/audit-log', list)
    await user.type(await screen.findByRole('combobox', { name: 'Action' }), 'exported')
    const shown = (await screen.findAllByRole('option')).map(option => option.textContent)
    expect(shown).toContain('Exported the audit log')
    expect(shown.every(words => words?.startsWith('Exported'))).toBe(true)
    await user.click(screen.getByRole('option', { name: 'Exported the audit log' }))
    await waitFor(() => expect(inputOf('getAuditList')).toMatchObject({ action: 'audit.export' }))
  })

  it('exports what the filter finds, and says when there was more', async () => {
    URL.createObjectURL ??= () => 'blob:'
    const { user, inputOf } = await renderAt('/administration/audit-log?action=pitch.delete', {
      ...list,
      exportAuditLog: () => ({ filename: 'audit-log.csv', csv: 'x', rows: 20_000, total: 83_000 }),
    })
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText(/Exported the latest 20,000 of 83,000/)).toBeTruthy()
    await waitFor(() => expect(inputOf('exportAuditLog')).toEqual({ action: 'pitch.delete' }))
  })

  it.each(['useradmin', 'pitchadmin', 'presenter'])('is not for %s', async role => {
    const { where } = await renderAt('/administration/audit-log', { ...list, ...signedInAs(role) })
    await screen.findByRole('heading', { name: 'Error 401' })
    expect(where.address).toBe('/401')
  })
})
