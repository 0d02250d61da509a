import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import { looksAfterPitches } from '#features/core/pitch/rules.ts'
import { draftPaths } from '#features/core/pitch/web/pitchActs.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { CreateForm } from './PitchCreate.tsx'

/** [ROUTE-096] The user's own draft. */
export function PitchDraftEdit() {
  return <EditDraft byAdmin={false} />
}

/** [ROUTE-097] Someone's draft, for pitch admins; others come to their own. */
export function PitchDraftEditByAdmin() {
  const { roles } = usePerson()
  const [asked] = useSearchParams()
  if (!looksAfterPitches(roles)) return <Navigate replace to={draftPaths.edit(asked.get('id') ?? '')} />
  return <EditDraft byAdmin />
}

function EditDraft({ byAdmin }: { byAdmin: boolean }) {
  const { t } = useTranslation('drafts')
  const [asked] = useSearchParams()
  const id = asked.get('id') ?? ''
  return (
    <Page title={t('edit.title')} hint={t('edit.hint')}>
      <Opened key={id} id={id} byAdmin={byAdmin} />
    </Page>
  )
}

function Opened({ id, byAdmin }: { id: string; byAdmin: boolean }) {
  const [visit] = useState(() => Date.now())
  const call = byAdmin ? 'getPitchDraftForPitchAdmin' : 'getPitchDraftForPresenter'
  const { queryFn } = callQuery(call, { id })
  // read once for each visit: from then on the form itself looks for changes of others
  const { data, error, refetch } = useQuery({
    queryKey: ['draft', 'opened', id, byAdmin, visit],
    queryFn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data)
    return <CreateForm presenter="" from={data} byAdmin={byAdmin} forOther={data.for_other || data.assignee !== null} />
  if (error) return <ErrorNotice failure={error} retry={refetch} />
  return (
    <FormColumn>
      <Skeleton height={480} aria-busy />
    </FormColumn>
  )
}
