// What other areas may ask of meetings and trainings; everything else of this folder is its own.
export { attendanceOf, hoursOf } from './hours/repository'
