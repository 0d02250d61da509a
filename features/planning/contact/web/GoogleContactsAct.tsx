import { Button } from '@mantine/core'
import { IconBrandGoogle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { selectPath } from './chosen.ts'

/** Leads to the user's Google contacts and back to the form; renders nothing where they are not set up. */
export function GoogleContactsAct({ returnTo }: { returnTo?: string | undefined }) {
  const { t } = useTranslation('contacts')
  const { pathname, search } = useLocation()
  const { data } = useQuery({ ...callQuery('getContactSources', {}), staleTime: Number.POSITIVE_INFINITY })
  if (!data?.google) return null
  return (
    <Button
      variant="default"
      component={Link}
      to={selectPath(returnTo ?? pathname + search)}
      leftSection={<IconBrandGoogle size={18} aria-hidden />}
    >
      {t('act')}
    </Button>
  )
}
