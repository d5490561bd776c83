/** The pickers of vehicle and task, each with the sheet it opens in: fetched when they are first wanted. */
import { loadable } from '../ui/browser/loadable.tsx'
import { preloadModal } from '../ui/layers/LazyModal.tsx'

export const VehiclePicker = loadable(async () => {
  const [picker] = await Promise.all([import('./vehicle/VehiclePicker.tsx'), preloadModal()])
  return picker.VehiclePicker
})

export const TaskPicker = loadable(async () => {
  const [picker] = await Promise.all([import('./task/TaskPicker.tsx'), preloadModal()])
  return picker.TaskPicker
})
