import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Answers, renderAt, signedInAs } from '#web/testing/renderAt.tsx'
import { pitchDetail } from './testPitch.ts'

const of = (n: number, company_name: string) => ({
  id: `00000000-0000-4000-8000-00000000007${n}`,
  company_name,
  legal_name: '',
})
const [acme, beta] = [of(1, 'Acme'), of(2, 'Beta')]
const texts = (company: typeof acme) => ({
  ...company,
  about: `About ${company.company_name}`,
  highlights: '',
  obfuscated_company_name: 'Project Quay',
  obfuscated_description: '',
})
const answers = (more: Answers = {}): Answers => ({
  ...signedInAs('presenter'),
  getPitchCompanyList: () => ({
    items: [
      { ...acme, is_first: true },
      { ...beta, is_first: false },
    ],
    total: 2,
  }),
  getPitchCompany: ({ id }: { id?: string }) => texts(id === beta.id ? beta : acme),
  ...more,
})
const filled = () => screen.findByDisplayValue('About Acme')
const typedIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const choose = async (user: Awaited<ReturnType<typeof renderAt>>['user'], name: string) => {
  await user.click(screen.getByRole('combobox', { name: 'Company record' }))
  await user.click(await screen.findByRole('option', { name }))
}

it('[CALL-154] a new pitch begins with the first company of its presenter, and its texts', async () => {
  await renderAt('/pitches/create', answers())
  await filled()
  expect(typedIn('Company')).toBe('Acme')
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Company record' }).value).toBe('Acme')
})

it('another company replaces the texts of the first, but none that was typed', async () => {
  const { user } = await renderAt('/pitches/create', answers())
  await filled()
  await user.fill(screen.getByLabelText('About'), ' and more')
  await choose(user, 'Beta')
  await waitFor(() => expect(typedIn('Company')).toBe('Beta'))
  expect(typedIn('About')).toBe('About Acme and more')
  await screen.findByText(/^Differs from the company record: About/)
  await user.click(screen.getByRole('button', { name: 'Use the company’s texts' }))
  await waitFor(() => expect(typedIn('About')).toBe('About Beta'))
  expect(screen.queryByText(/^Differs from/)).toBeNull()
})

it('sends the company of an edited pitch and keeps its own texts', async () => {
  const { user, inputOf } = await renderAt(
    '/pitches/edit/7',
    answers({ getPitchById: () => pitchDetail(), updatePitch: () => ({}) }),
  )
  await screen.findByRole('combobox', { name: 'Company record' })
  expect(typedIn('Company')).toBe('Quill Co')
  await choose(user, 'Acme')
  await screen.findByText(/^Differs from the company record: Name, About/)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(inputOf('updatePitch')).toMatchObject({ company_id: acme.id, company_name: 'Quill Co' }))
})

it('is away for presenters who speak for no company', async () => {
  await renderAt('/pitches/create', answers({ getPitchCompanyList: () => ({ items: [], total: 0 }) }))
  await screen.findByLabelText('Company')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Company record' })).toBeNull())
})
