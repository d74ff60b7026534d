// Stands for a style or picture in browser tests.
export default 'file'
