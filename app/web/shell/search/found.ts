import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callers } from '#contract/declare.ts'
import { fullName } from '#contract/names.ts'
import type { Me } from '#features/core/account/me.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { screens } from '../../screens.ts'
import { menuOf } from '../menu.ts'

export interface Found {
  readonly kind: 'screen' | 'pitch' | 'person' | 'company'
  readonly key: string
  readonly title: string
  readonly hint: string
  readonly to: string
}

/** The most results of each kind. */
const LIMIT = 5

const isOneOf = (person: Me, group: readonly string[]) => person.roles.some(role => group.includes(role))

/** Matching pitches, people, companies and screens, from the list calls, within the person's rights. */
export function useFound(search: string): { found: Found[]; isBusy: boolean; failure: unknown } {
  const { t } = useTranslation(['shell', 'common'])
  const person = usePerson()
  const asks = search.length >= 2
  const pitches = useQuery({
    queryKey: ['search', 'pitch', search],
    queryFn: () => client.getPitchListForEp({ name: search, limit: LIMIT, sort: 'start', order: 'desc' }),
    enabled: asks && isOneOf(person, callers.pitchMakers),
    placeholderData: keepPreviousData,
  })
  const people = useQuery({
    queryKey: ['search', 'person', search],
    queryFn: () => client.getUserListForEp({ name: search, limit: LIMIT, sort: 'name', order: 'asc' }),
    enabled: asks && isOneOf(person, callers.peopleAdmins),
    placeholderData: keepPreviousData,
  })
  const companies = useQuery({
    queryKey: ['search', 'company', search],
    queryFn: () => client.getCompanyList({ name: search, limit: LIMIT }),
    enabled: asks && isOneOf(person, callers.adminKinds),
    placeholderData: keepPreviousData,
  })
  const asked = [pitches, people, companies]
  const pages = menuOf(person, true)
    .flatMap(({ entries }) => entries)
    .flatMap(({ path }) => (path === '/logout' ? [] : [{ to: path, title: t(`shell:screen.${screens[path].title}`) }]))
    .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
  const found: Found[] = [
    ...(asks ? (pitches.data?.items ?? []) : []).map(pitch => ({
      kind: 'pitch' as const,
      key: pitch.uuid,
      title: pitch.presentation_name,
      hint: [pitch.presenter_name, pitch.company_name].filter(Boolean).join(' · '),
      to: `/pitches/view/${pitch.id}`,
    })),
    ...(asks ? (people.data?.items ?? []) : []).map(user => ({
      kind: 'person' as const,
      key: user.user_id,
      title: fullName(user) || user.email,
      hint: user.email,
      to: `/user-management/list?user=${user.user_id}`,
    })),
    ...(asks ? (companies.data?.items ?? []) : []).map(company => ({
      kind: 'company' as const,
      key: company.id,
      title: company.company_name,
      hint: company.legal_name,
      to: `/companies?company=${company.id}`,
    })),
    ...pages.slice(0, LIMIT).map(({ to, title }) => ({ kind: 'screen' as const, key: to, title, hint: '', to })),
  ]
  return {
    found,
    isBusy: asked.some(({ isFetching }) => isFetching),
    failure: asked.find(({ error }) => error)?.error,
  }
}
