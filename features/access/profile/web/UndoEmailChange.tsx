import { Alert, Anchor, Button, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { Door } from '#features/access/session/web/Door.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'

/** Where the email to the old address leads. Opening it changes nothing: mail programs open links by themselves. */
export function UndoEmailChange() {
  const { t } = useTranslation('profile')
  const link_code = useLinkCode()
  const check = useQuery({
    queryKey: ['checkUndoEmailLink', link_code],
    queryFn: () => client.checkUndoEmailLink({ link_code }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const undo = useMutation({ mutationFn: () => client.undoEmailChange({ link_code }) })
  const from = check.data?.old_email ?? ''
  return (
    <Door title={t('undo.title')}>
      <Stack mt="md">
        {check.isPending && <Loader aria-label={t('undo.checking')} />}
        {check.isError && (
          <>
            <ErrorNotice failure={check.error} title={t('undo.invalid')} />
            <Text>{t('undo.askAgain')}</Text>
          </>
        )}
        {check.data && !undo.isSuccess && (
          <>
            <Text>{t('undo.hint', { from, to: check.data.new_email })}</Text>
            <Text>{t('undo.what', { from })}</Text>
            <ErrorNotice failure={undo.error} title={t('undo.invalid')} />
            <Button color="red" loading={undo.isPending} onClick={() => undo.mutate()}>
              {t('undo.act')}
            </Button>
          </>
        )}
        {undo.isSuccess && (
          <Alert color="green" variant="light" role="status">
            {t('undo.done', { from })}
          </Alert>
        )}
        <Anchor component={Link} to="/login">
          {t('undo.toSignIn')}
        </Anchor>
      </Stack>
    </Door>
  )
}

/** The code of the address; it leaves the address bar, and with it the browser's history. */
function useLinkCode(): string {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const [code] = useState(() => new URLSearchParams(search).get('link_code') ?? '')
  useEffect(() => {
    if (search) navigate(pathname, { replace: true })
  }, [search, pathname, navigate])
  return code
}
