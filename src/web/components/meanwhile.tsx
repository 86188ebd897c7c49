import { useEffect, useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { t } from '../i18n/language.ts'

interface Props {
  topic: 'clients' | 'campaigns'
  id: string
}

/** Says that somebody else changed what is being edited. */
export function Meanwhile({ topic, id }: Props) {
  const { live, caller } = useSession()
  const [isChanged, setChanged] = useState(false)
  const own = caller.value?.userId
  useEffect(
    () => live.on(topic, ({ data }) => data?.resourceId === id && data.userId !== own && setChanged(true)),
    [live, topic, id, own],
  )
  return (
    <p role="status" class="meanwhile">
      {isChanged && t('form.meanwhile')}
    </p>
  )
}
