/** Part three of three: components that few views need. */
export { Calendar, Cascader, Collapse, Image, QRCode, Rate, Slider, Splitter, Statistic, Tour, Transfer } from 'antd'
