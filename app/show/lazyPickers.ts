import { loadable } from '../ui/browser/loadable.tsx'
import { preloadModal } from '../ui/layers/LazyModal.tsx'

// Pickers load on the first press, together with their dialog.
export const VehiclePicker = loadable(async () => {
  const [{ VehiclePicker: Picker }] = await Promise.all([
    import('./vehicle/VehiclePicker.tsx'),
    preloadModal(),
  ])
  return Picker
})
export const TaskPicker = loadable(async () => {
  const [{ TaskPicker: Picker }] = await Promise.all([
    import('./task/TaskPicker.tsx'),
    preloadModal(),
  ])
  return Picker
})
