import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconBrandGoogle, IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { client } from '#web/client/client.ts'
import { leavePage } from '#web/client/leavePage.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, Page } from '#web/ui/Page.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import type { FetchedContacts, SourceRead } from '../contract.ts'
import { ContactPicker } from './ContactPicker.tsx'
import { fetchedContacts, forgetFetched, formPath, keepChosen } from './chosen.ts'

/** [SCREEN-020, ROUTE-098] The user's Google contacts, to choose invitees from. */
export function SelectGoogleContacts() {
  const { t } = useTranslation('contacts')
  const [asked] = useSearchParams()
  const form = formPath(asked.get('for'))
  const [fetched] = useState(fetchedContacts)
  const navigate = useNavigate()
  return (
    <Page
      title={t('title')}
      hint={t('hint')}
      act={
        <Button variant="default" component={Link} to={form} onClick={forgetFetched}>
          {t('back')}
        </Button>
      }
    >
      {fetched ? (
        <>
          <Unread sources={fetched.sources} />
          {fetched.contacts.length === 0 ? (
            <Text>{t('none')}</Text>
          ) : (
            <ContactPicker
              fetched={fetched}
              onChosen={people => {
                keepChosen({ path: form, people })
                forgetFetched()
                navigate(form)
              }}
            />
          )}
          {fetched.contacts.length === 0 && <Consent form={form} again />}
        </>
      ) : (
        <Consent form={form} />
      )}
    </Page>
  )
}

/** Begins the consent at Google; where it is not set up, says so. */
function Consent({ form, again = false }: { form: string; again?: boolean }) {
  const { t } = useTranslation('contacts')
  const sources = useQuery({ ...callQuery('getContactSources', {}), staleTime: Number.POSITIVE_INFINITY })
  const starting = useMutation({
    mutationFn: async () => leavePage((await client.startGoogleContacts({ redirect: form })).url),
  })
  return (
    <FormColumn>
      <Stack align="flex-start">
        <ErrorNotice failure={sources.error} retry={() => sources.refetch()} />
        {sources.data?.google === false && (
          <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
            {t('off')}
          </Alert>
        )}
        {sources.data?.google && (
          <>
            {!again && <Text>{t('consent.hint')}</Text>}
            <ErrorNotice failure={starting.error} />
            <Button
              leftSection={<IconBrandGoogle size={18} aria-hidden />}
              loading={starting.isPending}
              onClick={() => starting.mutate()}
            >
              {t(again ? 'consent.again' : 'consent.act')}
            </Button>
          </>
        )}
      </Stack>
    </FormColumn>
  )
}

/** What is not among the contacts, and why. */
function Unread({ sources }: { sources: FetchedContacts['sources'] }) {
  const { t } = useTranslation('contacts')
  const without = sources.reduce((all, source) => all + source.without, 0)
  const notes = [...sources.flatMap(noteOf), ...(without > 0 ? [t('without', { count: without })] : [])]
  function noteOf({ source, state, more }: SourceRead): string[] {
    if (state !== 'read') return [t(`unread.${state}.${source}`)]
    return more ? [t(`more.${source}`)] : []
  }
  if (notes.length === 0) return null
  return (
    <Alert variant="light" icon={<IconInfoCircle aria-hidden />} mb="md">
      {notes.map(note => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
    </Alert>
  )
}
