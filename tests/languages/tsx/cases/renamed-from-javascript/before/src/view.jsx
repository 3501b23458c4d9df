import React from "react";

export const Badge = ({ count, label = "new" }) => (
  <span className="badge">
    {count} <b>{label}</b> &middot; ok
  </span>
);

export class Panel extends React.Component {
  static defaultProps = { open: false };

  toggle = () => this.setState({ open: !this.state.open });

  render() {
    return <Badge count={this.props.count} onClick={this.toggle} />;
  }
}
