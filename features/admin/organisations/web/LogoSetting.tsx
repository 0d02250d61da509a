import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pictureTypes } from '#contract/pictures.ts'
import { presenceQuery } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import './logo.css'

const READ: keyof typeof client = 'getOrganisationSettings'

/** [SHELL-002, ENT-049] The organization's picture in the top bar. */
export function LogoSetting({ logo }: { logo: string }) {
  const { t } = useTranslation('organisation')
  const queries = useQueryClient()
  const changing = useMutation({
    mutationFn: (file: File | undefined) => client.updateOrganisationLogo(file ? { file } : {}),
    onSuccess: async ({ company_header_logo2 }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: [READ] }),
        queries.invalidateQueries({ queryKey: presenceQuery.queryKey }),
      ])
      doneNotice(t(company_header_logo2 ? 'logo.changed' : 'logo.removed'))
    },
  })
  return (
    <FormSection title={t('logo.title')} hint={t('logo.hint')}>
      <div className="logo-now">
        {logo ? <img src={`/webapi/${logo}`} alt={t('logo.now')} /> : <Text c="dimmed">{t('logo.none')}</Text>}
      </div>
      <Group gap="xs">
        <FileButton accept={pictureTypes.join()} onChange={file => file && changing.mutate(file)}>
          {props => (
            <Button {...props} variant="default" loading={changing.isPending}>
              {t(logo ? 'logo.replace' : 'logo.choose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="red" disabled={changing.isPending} onClick={() => changing.mutate(undefined)}>
            {t('logo.remove')}
          </Button>
        )}
      </Group>
      <ErrorNotice failure={changing.error} />
    </FormSection>
  )
}
