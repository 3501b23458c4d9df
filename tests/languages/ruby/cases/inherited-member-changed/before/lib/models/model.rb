module Shop
  class Model
    def save
      connection.write(table, values)
    end

    def table
      self.class.name.downcase
    end
  end
end
