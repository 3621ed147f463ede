import { Button } from '@mantine/core'
import { ArrowLeft } from 'lucide-react'
import { useNavigate } from 'react-router'

// Without the Navigation API, react-router's index tells whether there is a previous page; it restarts at 0 on reload.
function canGoBack() {
  const { navigation } = window as { navigation?: Navigation }
  if (navigation) return navigation.canGoBack
  return Boolean((window.history.state as { idx?: number } | null)?.idx)
}

/** Goes back to the previous page, or home when this is the first page of the tab. */
export function GoBackButton() {
  const navigate = useNavigate()
  return (
    <Button
      leftSection={<ArrowLeft size={16} aria-hidden />}
      onClick={() => void (canGoBack() ? navigate(-1) : navigate('/', { replace: true }))}
    >
      Go Back
    </Button>
  )
}
