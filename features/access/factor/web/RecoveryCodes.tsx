import { Button, Group, Modal, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { factorsQuery, type Protection } from './factorQueries.ts'
import { ProvedDialog } from './ProvedDialog.tsx'
import { ShownCodes } from './ShownCodes.tsx'

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ protection }: { protection: Protection }) {
  const { t } = useTranslation(['factor', 'common'])
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <FormSection title={t('factor:recovery.title')}>
      <Text>{t('factor:recovery.left', { count: protection.recovery_codes_left })}</Text>
      <Group>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('factor:recovery.make')}
        </Button>
      </Group>
      {asking && (
        <ProvedDialog
          title={t('factor:recovery.makeTitle')}
          act={t('factor:recovery.make')}
          proof={protection.proof}
          onClose={() => setAsking(false)}
          run={async proof => {
            setCodes((await client.makeRecoveryCodes(proof)).recovery_codes)
            await queries.invalidateQueries({ queryKey: factorsQuery.queryKey })
          }}
        >
          {t('factor:recovery.makeBody')}
        </ProvedDialog>
      )}
      <Modal
        opened={codes.length > 0}
        onClose={() => setCodes([])}
        title={t('factor:recovery.title')}
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        <ShownCodes codes={codes} onKept={() => setCodes([])} />
      </Modal>
    </FormSection>
  )
}
